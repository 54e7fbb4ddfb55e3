import {
  type CloserLook,
  type DepartureAction,
  type DepartureParty,
  departureWords,
  type LeavingMessage,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import { attempt, inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { holdBack } from '../checks/hold-back.ts'
import type { DepartureOffice } from './office.ts'

const LAST = sql<{ id: number }, []>`select coalesce(max(id), 0) as id from messages`

const WRITTEN = sql<
  { id: number; status: string },
  [after: number, party: DepartureParty, party_id: number]
>`select id, status from messages where id > $1 and direction = 'out'
    and case $2 when 'customer' then customer_id when 'partner' then partner_id
      else supplier_id end = $3 and type in ('email', 'sms') order by id`

const SHOWN = sql<LeavingMessage, [id: number]>`
  select type as channel, recipient as to, subject, text_plain as text,
    attachment_name as attachment, case when status = 'blocked' then error
      when status = 'cancelled' then 'It was cancelled.'
      when not_before > now() then 'It waits until the quiet hours are over.' end as withheld
  from messages where id = $1`

/** What is looked at closely. */
export interface CloserRequest {
  action: DepartureAction
  rows: readonly Pick<LeavingRow, 'id' | 'party_id'>[]
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
  const { action, rows, options } = asked
  const { party } = departureWords[action]
  const looks: CloserLook[] = []
  for (const { id, party_id } of rows) {
    const work = async (): Promise<CloserLook> => {
      const last = await lastMessage(conn)
      const looked = { ...options, isTrial: true, isLook: true }
      const problem = await office.leave(ctx, conn, { id }, looked)
      const isAlone = rows.length === 1
      const document = isAlone ? ((await office.document?.(ctx, conn, id)) ?? null) : null
      const messages = await writtenSince(ctx, conn, last, { party, party_id })
      return { id, messages, document, problem }
    }
    looks.push(await tried(conn, work, (problem) => ({ ...nothingFor(id), problem })))
  }
  return looks
}

type WholeOffice = Extract<DepartureOffice, { leaveWhole: unknown }>

/** Some rows of what leaves as one: they are let go together, in vain. */
async function lookAtSome(
  ctx: Context,
  conn: Conn,
  { tryOut }: WholeOffice,
  { action, rows, about }: CloserRequest,
): Promise<CloserLook[]> {
  const { party } = departureWords[action]
  if (!tryOut || about === undefined) return rows.map(({ id }) => nothingFor(id))
  const work = async () => {
    const last = await lastMessage(conn)
    const ids = rows.map(({ id }) => id)
    const unreached = await tryOut(ctx, conn, about, ids)
    const looks: CloserLook[] = []
    for (const { id, party_id } of rows) {
      const messages = await writtenSince(ctx, conn, last, { party, party_id })
      looks.push({ id, messages, document: null, problem: unreached.get(id) ?? null })
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
})

/** Nothing of it stays; what is refused says why. */
function tried<T>(conn: Conn, work: () => Promise<T>, refused: (problem: string) => T): Promise<T> {
  return inVain(conn, () => attempt(conn, work, ({ message }) => refused(message)))
}

const lastMessage = async (conn: Conn): Promise<number> => (await LAST.one(conn))?.id ?? 0

/** What the checks would say of each as it leaves is said of it now. */
async function writtenSince(
  ctx: Context,
  conn: Conn,
  last: number,
  { party, party_id }: { party: DepartureParty; party_id: number | null },
): Promise<LeavingMessage[]> {
  const shown: LeavingMessage[] = []
  if (party_id === null) return shown
  for (const { id, status } of await WRITTEN.all(conn, last, party, party_id)) {
    if (status === 'queued') await holdBack(conn, id, ctx.clock.now())
    const message = await SHOWN.one(conn, id)
    if (message) shown.push(message)
  }
  return shown
}
