import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { processIdentity } from './running-process.ts'

const holder = z.object({ pid: z.int().positive(), identity: z.string() })
type Holder = z.infer<typeof holder>

/** One server per data folder: two of them would each believe the database is theirs. */
export function lockDataFolder(dataDir: string): { release(): void } {
  ensureDataFolder(dataDir)
  const file = lockFile(dataDir)
  const mine = `${file}.${process.pid}`
  const me = { pid: process.pid, identity: processIdentity(process.pid) ?? '' }
  writeFileSync(mine, JSON.stringify(me))
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (link(mine, file)) return { release: () => rmSync(file, { force: true }) }
      refuseSecondServer(dataDir)
      removeStale(file)
    }
    throw refusal(`The lock ${file} could not be taken. Start again in a moment.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

export function refuseSecondServer(dataDir: string): void {
  const other = lockHolder(dataDir)
  if (!other) return
  throw refusal(
    `Switchboard is already running on ${dataDir} (process ${other.pid}).\n` +
      'Stop that one first, or choose another folder: DATA_DIR=./data-2 PORT=5001 npm start',
  )
}

/** Who holds the folder, if that process still lives. */
export function lockHolder(dataDir: string): Holder | undefined {
  const found = readHolder(lockFile(dataDir))
  if (!found || processIdentity(found.pid) !== found.identity) return undefined
  return found
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'switchboard.lock')
}

// A hard link appears with its content or not at all, also when two start at the same moment.
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

// Renaming first makes sure that what is thrown away is what was looked at: a lock that somebody
// took in between is put back.
function removeStale(file: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const found = readHolder(aside)
  if (found && processIdentity(found.pid) === found.identity) link(aside, file)
  rmSync(aside, { force: true })
}

function readHolder(file: string): Holder | undefined {
  try {
    return holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
