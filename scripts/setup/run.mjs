import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

// The Node that package.json pins; it exists once the packages are installed.
// Not through .bin, which on Windows holds scripts that only a shell runs.
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

/** Runs a command quietly and answers whether it went well, with the end of what it said. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
    env: { ...process.env, ...options.env },
  })
  const output = `${result.stdout || ''}${result.stderr || ''}`.trim()
  const said = result.error ? result.error.message : output
  return { ok: result.status === 0, said: said.split('\n').slice(-25).join('\n') }
}
