import { join } from 'node:path'
import pg from 'pg'
import type { DrillDetail } from '#domain/upkeep/upkeep-calls.ts'
import { violations } from '#server/books/invariants-check.ts'
import { piecesOf, withReader } from '#server/files/byte-reader.ts'
import { openedPieces } from '#server/files/envelope.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { verifyInvoices } from '#server/invoices/verify-invoices.ts'
import { appUrl } from '#server/kit/database/app-role.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import type { QueueDefinition } from '#server/kit/jobs/queue.ts'
import { type Manifest, storedFile } from './backup-format.ts'
import { makeBackup } from './make-backup.ts'
import { ORGANISATIONS, SET_SCOPE } from './organisation-scope.ts'
import { beginReport, finishReport } from './reports.ts'
import { restoreBackup } from './restore-backup.ts'

export interface Drill {
  job: JobContext
  ownerUrl: string
  queues: readonly QueueDefinition[]
  /** The report somebody is waiting for; without one it is the clock's. */
  report_id?: number | undefined
}

const OPENED_FILES = 50
const INVOICES_MS = 120_000

/**
 * Makes a backup, restores it into a database of its own and looks whether everything is there: a
 * backup nobody has restored is a hope. How it went is kept for the platform's admins.
 */
export async function runDrill(drill: Drill): Promise<DrillDetail> {
  const { job, ownerUrl, report_id } = drill
  const { config } = job
  const began = performance.now()
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const id = await beginReport(owner, 'drill', report_id)
  const detail: DrillDetail = { findings: [] }
  try {
    const { backupDir: to, backupKeep: keep } = config
    const store = fileStoreOf(config)
    const now = job.clock.now()
    const made = await makeBackup({ ownerUrl, store, to, keep, now, signal: job.signal })
    Object.assign(detail, factsOf(made.folder, made.manifest))
    detail.findings.push(...made.manifest.missing_files.map((path) => `Not in the store: ${path}`))
    await inScratch(owner, ownerUrl, async (scratchUrl) => {
      const { queues } = drill
      const target = { from: made.folder, ownerUrl: scratchUrl, config, store: null, queues }
      await restoreBackup({ ...target, log: () => {}, signal: job.signal })
      detail.findings.push(...(await bookFindings(job, scratchUrl)))
      detail.findings.push(...(await fileFindings(job, scratchUrl, made.folder)))
    })
  } catch (error) {
    detail.findings.push(error instanceof Error ? error.message : String(error))
  } finally {
    detail.seconds = Math.round((performance.now() - began) / 100) / 10
    detail.findings = detail.findings.slice(0, 20)
    const outcome = detail.findings.length > 0 ? 'failed' : 'passed'
    await finishReport(owner, id, job.signal.aborted ? 'interrupted' : outcome, detail)
    await owner.end().catch(() => undefined)
  }
  return detail
}

function factsOf(folder: string, { tables, files }: Manifest): Omit<DrillDetail, 'findings'> {
  return {
    backup: folder,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + Number(rows), 0),
    files: files.count,
  }
}

/** A database beside ours, gone afterwards; one that a crash has left is taken away first. */
async function inScratch(
  owner: pg.Client,
  ownerUrl: string,
  work: (scratchUrl: string) => Promise<void>,
): Promise<void> {
  const url = new URL(ownerUrl)
  const name = `${url.pathname.slice(1, 50)}_drill`
  await dropWhenFree(owner, name)
  // From the template that nobody else uses, so that it is empty and made at any time.
  await owner.query(`create database ${owner.escapeIdentifier(name)} template template0`)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await dropWhenFree(owner, name)
  }
}

const TRIES = 50

// A connection of another role that is still closing cannot be ended by the owner: it is waited for.
async function dropWhenFree(owner: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await owner.query(`drop database if exists ${owner.escapeIdentifier(name)}`)
      return
    } catch (error) {
      if (tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Debits and credits, balances and invoices of everybody, as the application's role sees them. */
async function bookFindings(job: JobContext, scratchUrl: string): Promise<string[]> {
  const { databaseAppUrl, secrets } = job.config
  const url = new URL(databaseAppUrl ?? appUrl(scratchUrl, secrets.appRolePassword))
  url.pathname = new URL(scratchUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const conn = plainConn(client)
  const until = performance.now() + INVOICES_MS
  const findings: string[] = []
  try {
    for (const { id } of await ORGANISATIONS.all(conn)) {
      await SET_SCOPE.run(conn, String(id))
      for (const { code, detail } of await violations(conn, todayOf(job)))
        findings.push(`Organisation ${id}, ${code}: ${detail}`)
      const { wrong } = await verifyInvoices(conn, () => performance.now() < until)
      for (const invoice of wrong)
        findings.push(`Organisation ${id}: invoice ${invoice.id} is not what its figures give.`)
    }
  } finally {
    await client.end()
  }
  return findings
}

const ANY_ORDER = sql<{ id: number }>`select id from organisations order by random()`

const SOME_FILES = sql<{ sha256: string; stored: string; wrapped_key: Buffer }, [most: number]>`
  select f.sha256, c.stored_sha256 as stored, c.wrapped_key
  from file_contents c join files f on f.id = c.file_id
  where c.wrapped_key is not null order by random() limit $1`

/** Some of the encrypted files, opened with the key of today. */
async function fileFindings(job: JobContext, scratchUrl: string, folder: string) {
  const client = new pg.Client({ connectionString: scratchUrl })
  await client.connect()
  const findings: string[] = []
  try {
    const conn = plainConn(client)
    let left = OPENED_FILES
    for (const { id } of await ANY_ORDER.all(conn)) {
      await SET_SCOPE.run(conn, String(id))
      const rows = await SOME_FILES.all(conn, left)
      left -= rows.length
      for (const { sha256, stored, wrapped_key } of rows) {
        const path = storedFile(id, stored)
        try {
          await withReader(join(folder, path), async (reader) => {
            const keys = job.config.secrets.fields
            const sealed = { pieces: piecesOf(reader), wrapped_key }
            // Its end proves all of it.
            for await (const _piece of openedPieces(keys, sealed, `${id} ${sha256}`));
          })
        } catch {
          findings.push(`Does not open: ${path}`)
        }
      }
    }
  } finally {
    await client.end()
  }
  return findings
}
