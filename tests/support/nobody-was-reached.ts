import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import './no-way-out.ts'

// Programs that are started have the same way closed, and write into the same file.
process.env.NO_WAY_OUT ??= join(mkdtempSync(join(tmpdir(), 'switchboard-out-')), 'reached')
const guard = `--import=${new URL('./no-way-out.ts', import.meta.url)}`
const { NO_WAY_OUT: log, NODE_OPTIONS: options = '' } = process.env
if (!options.includes(guard)) process.env.NODE_OPTIONS = `${options} ${guard}`.trim()

/** Whom somebody has wanted to reach beyond this machine, since it was asked last. */
export function reached(): string[] {
  if (!existsSync(log)) return []
  const hosts = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(log)
  return hosts
}

// Nothing leaves the machine, whatever is tested.
afterAll(() => expect(reached()).toEqual([]))
