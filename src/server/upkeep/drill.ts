import { basename, join } from 'node:path'
import pg from 'pg'
import type { DrillDetail } from '#domain/upkeep/upkeep-calls.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import { violations } from '#server/books/invariants-check.ts'
import { piecesOf, withReader } from '#server/files/byte-reader.ts'
import { openedPieces } from '#server/files/envelope.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { verifyInvoices } from '#server/invoices/verify-invoices.ts'
import { appUrl } from '#server/kit/database/app-role.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import type { QueueDefinition } from '#server/kit/jobs/queue.ts'
import { PLATFORM } from '#server/kit/jobs/system-context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { factsOf, missingIn } from './backup-by-hand.ts'
import { backupsIn, storedFile } from './backup-format.ts'
import { chainFindings, nameOf } from './chain-findings.ts'
import { makeBackup, removeOldBackups } from './make-backup.ts'
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
const CHAINS_MS = 600_000

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
  const id = await beginReport(plainConn(owner), 'drill', report_id)
  const detail: DrillDetail = { findings: [] }
  try {
    const { backupDir: to } = config
    const store = fileStoreOf(config)
    const now = job.clock.now()
    const made = await makeBackup({ ownerUrl, store, to, now, signal: job.signal })
    Object.assign(detail, factsOf(made.folder, made.manifest))
    detail.findings.push(...missingIn(made.manifest))
    await inScratch(owner, ownerUrl, async (scratchUrl) => {
      const { queues } = drill
      const target = { from: made.folder, ownerUrl: scratchUrl, config, store: null, queues }
      await restoreBackup({ ...target, log: () => {}, signal: job.signal })
      detail.findings.push(...(await bookFindings(job, scratchUrl)))
      detail.findings.push(...(await fileFindings(job, scratchUrl, made.folder)))
    })
  } catch (error) {
    detail.findings.push(messageOf(error))
  } finally {
    detail.seconds = Math.round((performance.now() - began) / 100) / 10
    detail.findings = detail.findings.slice(0, 20)
    const outcome = detail.findings.length > 0 ? 'failed' : 'passed'
    if (!job.signal.aborted)
      detail.findings.push(
        ...(await thinOut(owner, config, detail).catch((error) => [messageOf(error)])),
      )
    const ended = job.signal.aborted ? 'interrupted' : outcome
    await finishReport(plainConn(owner), id, ended, detail)
    await owner.end().catch(() => undefined)
  }
  return detail
}

const PROVED = sql<{ backup: string }, []>`select detail->>'backup' as backup from upkeep_reports
  where kind = 'drill' and outcome = 'passed' and detail ? 'backup' order by id desc limit 1`

// While trials fail, twice as many stay as are wanted: a week in which somebody sees why.
const UNPROVED = 2

/**
 * What is old goes only once what is new has been tried. The last one that passed stays whatever comes
 * after it, and the disk does not fill without a word.
 */
async function thinOut(owner: pg.Client, config: Config, detail: DrillDetail): Promise<string[]> {
  const { backupDir, backupKeep } = config
  if (detail.findings.length === 0) {
    await removeOldBackups(backupDir, backupKeep)
    return []
  }
  const proved = (await PROVED.one(plainConn(owner)))?.backup
  await removeOldBackups(backupDir, backupKeep * UNPROVED, proved ? basename(proved) : null)
  const kept = backupsIn(backupDir).length
  if (kept <= backupKeep) return []
  return [`${kept} backups are kept, more than the ${backupKeep} wanted, until a trial passes.`]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

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
    findings.push(...(await brokenChains(conn)))
  } finally {
    await client.end()
  }
  return findings
}

/** Every entry of books and history is what it was when it was made, the platform's own included. */
async function brokenChains(conn: Pick<Conn, 'query'>): Promise<string[]> {
  const findings: string[] = []
  for (const id of [PLATFORM, ...(await ORGANISATIONS.all(conn)).map((one) => one.id)]) {
    await SET_SCOPE.run(conn, id === PLATFORM ? '' : String(id))
    const until = performance.now() + CHAINS_MS
    const chains = await verifyChains(conn, id, () => performance.now() < until)
    findings.push(...chainFindings(chains).map((finding) => `${nameOf(id)}, ${finding}`))
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
