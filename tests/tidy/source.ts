import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface SourceFile {
  /** From the root of the repository. */
  path: string
  text: string
  lines: string[]
  /** What the file imports, with `#` and `./` resolved to paths from the root. */
  imports: string[]
}

const root = join(import.meta.dirname, '../..')

/** Every TypeScript file below the folders, read once. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => read(relative(root, join(entry.parentPath, entry.name)))),
  )
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([\w@#./-]+)'/g)]
  return {
    path,
    text,
    lines: text.split('\n'),
    imports: specifiers.map(([, specifier = '']) => resolve(path, specifier)),
  }
}

function resolve(from: string, specifier: string): string {
  if (/^#(tests|demo)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  return specifier
}

export const isTest = (file: SourceFile) => /\.test\.tsx?$/.test(file.path)
