import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { type Conn, isBroken } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { inNameOf, person } from '#server/kit/jobs/acting-person.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { BY_INDEX } from '#server/kit/rows/by-index.ts'
import { computeRun } from './run-compute.ts'
import {
  countRun,
  holdRun,
  invoiceDateOf,
  itemsIn,
  moveRun,
  noteItem,
  type RunItem,
  stillWaiting,
} from './run-progress.ts'
import { type RunSources, runSources } from './run-sources.ts'
import { type ReadyOutcome, readyToStore, storeDrafts } from './run-store.ts'

const CONTRACTS_AT_ONCE = 200
// While these are computed nothing else is done: neither anybody answered nor the next part read.
const COMPUTED_AT_ONCE = 20
// A part that is lost with the database is made again: its items wait again as well, and whatever
// is kept for good later, the end of the run included, keeps all parts before it for good.
const STORED_SOON = `${BY_INDEX}; set local synchronous_commit = off`

export const runPayload = z.strictObject({
  organisation_id: z.int().positive(),
  billingrun_id: z.int().positive(),
  by: person,
})
export type RunPayload = z.infer<typeof runPayload>

export function runContext(job: JobContext, payload: RunPayload): Context {
  const ctx = systemContext(job, payload.organisation_id, `billingrun ${payload.billingrun_id}`)
  return inNameOf(ctx, payload.by)
}

/**
 * Makes the drafts of a run, part by part. Each part is one transaction with the state of its
 * items, so that a run goes on where it was, whenever and however it was stopped. While PostgreSQL
 * stores one part the next is computed and the one after it read, so that both are at work.
 */
export const makeDraftsJob = defineJob({
  name: 'billing-run-drafts',
  payload: runPayload,
  retryLimit: 20,
  retryDelaySeconds: 2,
  run: async (job, payload) => {
    const scope = { organisation_id: payload.organisation_id, user_id: null }
    const work: Work = { job, scope, ctx: runContext(job, payload), id: payload.billingrun_id }
    let asked = FROM_THE_START
    let ahead = nextPart(work, asked)
    const goOn = (from: Place) => {
      asked = from
      ahead = nextPart(work, from)
    }
    try {
      for (;;) {
        job.signal.throwIfAborted()
        const { size } = asked
        try {
          const part = await ahead
          goOn(part.items.length > 0 ? placeAfter(part) : FROM_THE_START)
          const storing = (conn: Conn) => store(work, conn, part)
          const opening = part.items.length > 0 ? STORED_SOON : BY_INDEX
          if (!(await job.database.write(scope, storing, opening))) return
        } catch (error) {
          await settled(ahead)
          if (job.signal.aborted || isBroken(error)) throw error
          if (size === 1) await job.database.write(scope, (conn) => leaveOut(conn, work.id, error))
          // What fails together is tried one by one: only the account that is wrong stays behind.
          goOn({ ...FROM_THE_START, size: size === 1 ? CONTRACTS_AT_ONCE : 1 })
        }
      }
    } finally {
      // Its connection is needed no longer, and its failure is nobody's business.
      await settled(ahead)
    }
  },
})

async function settled(ahead: Promise<Part>): Promise<void> {
  const part = await ahead.catch(() => undefined)
  await part?.following?.catch(() => undefined)
}

interface Work {
  job: JobContext
  scope: { organisation_id: number; user_id: null }
  ctx: Context
  id: number
}

interface Place {
  /** The last item before this part. */
  last: number
  size: number
  /** Charges that are on a part before: they are billed once. */
  taken: ReadonlySet<number>
  /** What this part is made from, if somebody reads it already. */
  following?: Promise<RunBatch> | undefined
}

interface Part extends Place {
  items: RunItem[]
  outcomes: ReadyOutcome[]
}

interface RunBatch {
  items: RunItem[]
  sources: RunSources[]
  invoice_date: string
}

const FROM_THE_START: Place = { last: 0, size: CONTRACTS_AT_ONCE, taken: new Set() }

function placeAfter({ last, taken, following }: Part): Place {
  return { last, taken, following, size: CONTRACTS_AT_ONCE }
}

/** Computes the next invoices of a run, and keeps nothing of them yet. */
function nextPart(work: Work, before: Place): Promise<Part> {
  const part = computed(work, before)
  // Whoever waits for it hears of its failure; until then it must not count as unhandled.
  part.catch(() => {})
  return part
}

async function computed(work: Work, before: Place): Promise<Part> {
  const { size } = before
  const taken = new Set(before.taken)
  const { items, sources, invoice_date } = await (before.following ?? find(work, before.last, size))
  const last = items.at(-1)?.id ?? before.last
  if (items.length === 0) return { items, last, size, taken, outcomes: [] }
  const following = size > 1 ? find(work, last, size) : undefined
  const outcomes: ReadyOutcome[] = []
  for (let from = 0; from < items.length; from += COMPUTED_AT_ONCE) {
    await breathe()
    const few = items.slice(from, from + COMPUTED_AT_ONCE)
    const ready = computeRun(few, sources, { invoice_date, taken }, (one) =>
      readyToStore(work.scope.organisation_id, one),
    )
    outcomes.push(...ready)
  }
  return { items, last, size, taken, outcomes, following }
}

/** Reads what the next invoices of a run are made from. */
function find({ job, scope, ctx, id }: Work, after: number, size: number): Promise<RunBatch> {
  const today = todayOf(ctx)
  const found = job.database.read(scope, async (conn) => {
    const items = await itemsIn(conn, id, 'waiting', after, size)
    if (items.length === 0) return { items, sources: [], invoice_date: today }
    const [sources, invoice_date] = await Promise.all([
      runSources(conn, today, items),
      invoiceDateOf(conn, id),
    ])
    return { items, sources, invoice_date: invoice_date ?? today }
  })
  found.catch(() => {})
  return found
}

/** False when there is nothing left to do. */
async function store({ ctx, id }: Work, conn: Conn, { items, outcomes }: Part): Promise<boolean> {
  if (items.length === 0) return !(await isOver(conn, id))
  const [run, waiting] = await Promise.all([
    holdRun(conn, id, 'running'),
    stillWaiting(conn, items),
  ])
  if (!run) return false
  const own = outcomes.filter((outcome) => waiting.has(outcome.contract_id))
  await storeDrafts(ctx, conn, id, own)
  return true
}

/** Ends the run unless there are items to do again. */
async function isOver(conn: Conn, id: number): Promise<boolean> {
  if (!(await holdRun(conn, id, 'running'))) return true
  const left = await itemsIn(conn, id, 'waiting', 0, 1)
  if (left.length > 0) return false
  await countRun(conn, id)
  await moveRun(conn, id, 'running', 'ready')
  return true
}

async function leaveOut(conn: Conn, id: number, error: unknown): Promise<void> {
  if (!(await holdRun(conn, id, 'running'))) return
  const [item] = await itemsIn(conn, id, 'waiting', 0, 1)
  const reason = error instanceof Error ? error.message : String(error)
  if (item) await noteItem(conn, item.id, 'failed', `It could not be made: ${reason}`.slice(0, 500))
}
