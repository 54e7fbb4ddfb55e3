import type { Problem } from '#domain/kit/problem.ts'
import type {
  CloserLook,
  DepartureAction,
  LeavingMessage,
} from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import { attempt, inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { holdBack } from '../checks/hold-back.ts'
import { refusalIn } from './leave-as-seen.ts'
import type { DepartureOffice, RowsOffice } from './office.ts'
import {
  type LeavingOne,
  lastMessage,
  sealOf,
  type WrittenSince,
  writtenSince,
} from './what-was-written.ts'

const WITHHELD = sql<Pick<LeavingMessage, 'withheld'>, [id: number]>`
  select case when status = 'blocked' then error
      when status = 'cancelled' then 'It was cancelled.'
      when not_before > now() then 'It waits until the quiet hours are over.' end as withheld
  from messages where id = $1`

/** What is looked at closely. */
export interface CloserRequest {
  action: DepartureAction
  rows: readonly LeavingOne[]
  /** The one thing by which all of them leave. */
  about: number | undefined
  options: DepartureOptions
}

/**
 * Does it in vain and reads what it wrote: nothing that would leave can be other than what is shown.
 * Words that open something are shown without it, as everywhere in the house.
 */
export async function closerLook(
  ctx: Context,
  conn: Conn,
  office: DepartureOffice,
  asked: CloserRequest,
): Promise<CloserLook[]> {
  if ('leaveWhole' in office) return lookAtSome(ctx, conn, office, asked)
  const looks: CloserLook[] = []
  for (const row of asked.rows) {
    const work = () => lookAtOne(ctx, conn, office, asked, row)
    looks.push(await tried(conn, work, (problem) => ({ ...nothingFor(row.id), problem })))
  }
  return looks
}

async function lookAtOne(
  ctx: Context,
  conn: Conn,
  office: RowsOffice,
  { action, rows, options }: CloserRequest,
  row: LeavingOne,
): Promise<CloserLook> {
  const { id } = row
  const last = await lastMessage(conn)
  const looked = { ...options, isTrial: true, isLook: true }
  const problem = await office.leave(ctx, conn, { id }, looked)
  const isAlone = rows.length === 1
  const document = isAlone ? ((await office.document?.(ctx, conn, id, options)) ?? null) : null
  const times = isAlone ? ((await office.timesLeft?.(conn, id)) ?? null) : null
  const written = await writtenSince(conn, last, action, row)
  const seen = times === null ? null : sealOf({ times, messages: written, document })
  return { id, messages: await asWithheld(ctx, conn, written), document, problem, seen }
}

type WholeOffice = Extract<DepartureOffice, { leaveWhole: unknown }>

/** Some rows of what leaves as one: they are let go together, in vain. */
async function lookAtSome(
  ctx: Context,
  conn: Conn,
  { tryOut }: WholeOffice,
  { action, rows, about }: CloserRequest,
): Promise<CloserLook[]> {
  if (!tryOut || about === undefined) return rows.map(({ id }) => nothingFor(id))
  const work = async () => {
    const last = await lastMessage(conn)
    const ids = rows.map(({ id }) => id)
    const unreached = await tryOut(ctx, conn, about, ids)
    const looks: CloserLook[] = []
    for (const row of rows) {
      const written = await writtenSince(conn, last, action, row)
      const messages = await asWithheld(ctx, conn, written)
      looks.push({ ...nothingFor(row.id), messages, problem: unreached.get(row.id) ?? null })
    }
    return looks
  }
  return tried(conn, work, (problem) => rows.map(({ id }) => ({ ...nothingFor(id), problem })))
}

const nothingFor = (id: number): CloserLook => ({
  id,
  messages: [],
  document: null,
  problem: null,
  seen: null,
})

/** Nothing of it stays; what is refused says why. */
function tried<T>(conn: Conn, work: () => Promise<T>, refused: (problem: string) => T): Promise<T> {
  return inVain(conn, () => attempt(conn, work, (problem) => refused(wordsOf(problem))))
}

/** Whoever has to type a guard code is asked for it; anything else is told beside the words. */
function wordsOf(problem: Problem): string {
  if (problem.problem === 'guardCode') throw problem
  return refusalIn(problem)
}

/** What the checks would say of each as it leaves is said of it now. */
async function asWithheld(
  ctx: Context,
  conn: Conn,
  written: readonly WrittenSince[],
): Promise<LeavingMessage[]> {
  const shown: LeavingMessage[] = []
  for (const { id, status, ...message } of written) {
    if (status === 'queued') await holdBack(conn, id, ctx.clock.now())
    shown.push({ ...message, ...(await WITHHELD.one(conn, id)) })
  }
  return shown
}
