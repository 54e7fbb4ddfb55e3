import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type MarkedTest, markedTests } from './marked-tests.ts'

/** The pages whose tables end in the tests that show each row. */
export const pages = ['docs/threats.md', 'docs/goals.md', 'docs/asvs.md', 'docs/expectations.md']

const root = join(import.meta.dirname, '../..')
const ROW = /^\| (T\d{2}|R\d{2}|E\d{2}|V\d+(?:\.\d+){0,2}) \|/
/** What is not built yet, and what a standard asks of things we do not have: nothing else excuses. */
const EXCUSED = /^(Waits for (bank files|messages|direct debit)\.|Does not apply: [^.]+\.)(?= |$)/

/** Every test of the repository that says what it shows. */
export function allMarkedTests(): MarkedTest[] {
  return ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => /\.tsx?$/.test(path) && (folder === 'tests' || /\.test\.tsx?$/.test(path)))
      .toSorted()
      .flatMap((path) => markedTests(root, path)),
  )
}

/** The page with the last column of its tables written anew from the tests. */
export function withTests(page: string, tests: readonly MarkedTest[]): string {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .map((line) => {
      const id = ROW.exec(line)?.[1]
      if (id === undefined) return line
      const cells = cellsOf(line)
      const last = cells.pop() ?? ''
      const shown = linksOf(tests.filter(({ marks }) => marks.includes(id)))
      const excuse = EXCUSED.exec(last)?.[0]
      return `| ${[...cells, [excuse, shown].filter(Boolean).join(' ')].join(' | ')} |`
    })
    .join('\n')
}

export interface TableRow {
  page: string
  id: string
  cells: string[]
}

/** The rows of all tables, as they stand. */
export function tableRows(): TableRow[] {
  return pages.flatMap((page) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const id = ROW.exec(line)?.[1]
        return id === undefined ? [] : [{ page, id, cells: cellsOf(line) }]
      }),
  )
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** Each file once, with the names of its tests behind it. */
function linksOf(tests: readonly MarkedTest[]): string {
  const byFile = Map.groupBy(tests, ({ path }) => path)
  return [...byFile]
    .map(([path, ofFile]) => {
      const short = path.replace(/^tests\//, '').replace(/(\.test)?\.tsx?$/, '')
      const names = ofFile.map(({ name }) => name.replace(/[|<*_`]/g, '\\$&'))
      return `[${short}](../${path}): ${names.join('; ')}.`
    })
    .join('<br>')
}
