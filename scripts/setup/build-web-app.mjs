import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run } from './run.mjs'

const builtApp = join(root, 'dist', 'web', 'index.html')
const stampFile = join(root, 'dist', 'web-built-from')

/** Builds the screens, unless they were built from exactly these sources. */
export function buildWebApp() {
  const wanted = fingerprint()
  const built = existsSync(builtApp) && existsSync(stampFile)
  if (built && readFileSync(stampFile, 'utf8') === wanted) return

  console.log('Building the screens.')
  rmSync(stampFile, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = run(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
  })
  if (!result.ok) throw new Error(`The screens could not be built:\n${result.said}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function sources() {
  const folders = [join('src', 'web'), join('src', 'domain'), join('scripts', 'build')]
  const single = ['index.html', 'vite.config.ts', 'package-lock.json', 'tsconfig.web.json']
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      // `path` was renamed to `parentPath` between the Node versions that may run this.
      .map((entry) => join(entry.parentPath || entry.path, entry.name).slice(root.length + 1)),
  )
  return [...inFolders, ...single.filter((file) => existsSync(join(root, file)))].sort()
}
