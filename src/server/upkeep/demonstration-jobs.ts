import { setTimeout as sleep } from 'node:timers/promises'
import type { DemonstrationSize } from '#domain/identity/demonstration-calls.ts'
import { organisation } from '#domain/identity/organisation.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { discardUnused } from '#server/files/stored-bytes.ts'
import {
  type DemonstrationFilling,
  type DemonstrationWork,
  fillQueue,
  removeQueue,
} from '#server/identity/demonstration-queues.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { contextFor } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type Job, type JobContext } from '#server/kit/jobs/job.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'

const nowhere = { organisation_id: null, user_id: null }

const BEGIN = sql<{ id: number }, [id: number]>`update organisations
  set demonstration_status = 'filling', version = version + 1
  where id = $1 and demonstration_status = 'waiting' returning id`

const FAIL = sql<never, [id: number]>`update organisations
  set demonstration_status = 'failed', version = version + 1
  where id = $1 and demonstration_status = 'filling'`

/** What is told in it stands above the modules and is passed in. */
export function makeFillJob(
  fill: (ctx: Context, size: DemonstrationSize) => Promise<void>,
): Job<DemonstrationFilling> {
  return defineJob({
    ...fillQueue,
    retryLimit: 1,
    run: async (job, { organisation_id, by, size }) => {
      const begun = await job.database.write(nowhere, (conn) => BEGIN.one(conn, organisation_id))
      try {
        if (begun) await fill(contextFor(job, organisation_id, fillQueue.name, by), size)
      } finally {
        // Whole or not at all: what did not become ready holds nothing, and is made anew by hand.
        await job.database.write(nowhere, (conn) => FAIL.run(conn, organisation_id))
      }
    },
  })
}

const PATIENCE_MS = 30_000
const LOOK_MS = 200
const REMOVE_MS = 600_000

const AT_WORK = sql<{ count: number }, [organisation_id: string, itself: string]>`
  select count(*)::integer as count from pgboss.job
  where state = 'active' and data ->> 'organisation_id' = $1 and name <> $2`

/** Nobody gets in any more; what is at work there already ends first, if it ends soon. */
async function waitForOthers({ database, signal }: JobContext, id: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until && !signal.aborted) {
    const found = await database.read(nowhere, (conn) =>
      AT_WORK.one(conn, String(id), removeQueue.name),
    )
    if (!found?.count) return
    await sleep(LOOK_MS)
  }
}

const KNOWN = sql<{ name: string }, [id: number]>`select name from organisations where id = $1`

/** Takes a demonstration away: its rows together with the word of who did it, then its files. */
export const removeDemonstrationJob = defineJob<DemonstrationWork>({
  ...removeQueue,
  expireSeconds: 1800,
  run: async (job, { organisation_id, by }) => {
    const ctx = contextFor(job, organisation_id, removeQueue.name, by)
    const known = await job.database.read(nowhere, (conn) => KNOWN.one(conn, organisation_id))
    if (known) {
      await waitForOthers(job, organisation_id)
      await removeRows(ctx, organisation_id, known.name)
    }
    const store = fileStoreOf(job.config)
    for await (const { sha256 } of store.list(organisation_id))
      if (!(await discardUnused(ctx, sha256)))
        throw new Error('A backup is being made; the files of the demonstration go after it.')
  },
})

const REMOVE = sql<never, [id: number]>`select remove_demonstration($1)`

const TELL = sql<
  never,
  [entity: string, id: number, changes: string, ...by: ReturnType<typeof actorValues>]
>`insert into history (${{ fragment: historyColumns }})
  values (null, $1, $2, 'remove', null, $3, null, $4, $5, $6, $7, $8, $9, null)`

// Of its own connection: nothing else the server does takes as long.
async function removeRows(ctx: Context, id: number, name: string): Promise<void> {
  const { client, release } = await ctx.database.dedicated(nowhere, REMOVE_MS)
  const conn = plainConn(client)
  try {
    await client.query('begin')
    await REMOVE.run(conn, id)
    const changes = JSON.stringify({ name: [name, null] })
    await TELL.run(conn, organisation.name, id, changes, ...actorValues(ctx))
    await client.query('commit')
  } finally {
    await release()
  }
}
