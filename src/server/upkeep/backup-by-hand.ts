import pg from 'pg'
import type { DrillDetail } from '#domain/upkeep/upkeep-calls.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import type { Manifest } from './backup-format.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { beginReport, finishReport } from './reports.ts'

/** A backup that somebody asks for, told on the System screen beside those of the night. */
export async function backUpByHand(backup: Backup): ReturnType<typeof makeBackup> {
  const began = performance.now()
  const owner = new pg.Client({ connectionString: backup.ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const conn = plainConn(owner)
  // The database of an earlier version knows no such report, and is backed up all the same.
  const id = await beginReport(conn, 'backup').catch(() => null)
  const note = async (detail: DrillDetail) => {
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const outcome = detail.findings.length > 0 ? 'failed' : 'passed'
    if (id !== null) await finishReport(conn, id, outcome, { ...detail, seconds })
  }
  try {
    const made = await makeBackup(backup)
    await note({ ...factsOf(made.folder, made.manifest), findings: missingIn(made.manifest) })
    return made
  } catch (error) {
    await note({ findings: [error instanceof Error ? error.message : String(error)] })
    throw error
  } finally {
    await owner.end().catch(() => undefined)
  }
}

/** What a report tells of a backup that was made. */
export function factsOf(
  folder: string,
  { tables, files }: Manifest,
): Omit<DrillDetail, 'findings'> {
  return {
    backup: folder,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + Number(rows), 0),
    files: files.count,
  }
}

export const missingIn = ({ missing_files }: Manifest) =>
  missing_files.slice(0, MOST_TOLD).map((path) => `Not in the store: ${path}`)

const MOST_TOLD = 20
