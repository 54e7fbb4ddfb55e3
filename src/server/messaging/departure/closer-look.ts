import type { CloserLook, LeavingMessage } from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import { attempt, inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { holdBack } from '../checks/hold-back.ts'
import type { DepartureOffice } from './office.ts'

const LAST = sql<{ id: number }, []>`select coalesce(max(id), 0) as id from messages`

const WRITTEN = sql<{ id: number; status: string }, [after: number, customer_id: number]>`
  select id, status from messages where id > $1 and customer_id = $2 and direction = 'out'
    and type in ('email', 'sms') order by id`

const SHOWN = sql<LeavingMessage, [id: number]>`
  select type as channel, recipient as to, subject, text_plain as text,
    attachment_name as attachment, case when status = 'blocked' then error
      when status = 'cancelled' then 'It was cancelled.'
      when not_before > now() then 'It waits until the quiet hours are over.' end as withheld
  from messages where id = $1`

/**
 * Does it in vain and reads what it wrote: nothing that would leave can be other than what is shown.
 * Words that open something are shown without it, as everywhere in the house.
 */
export async function closerLook(
  ctx: Context,
  conn: Conn,
  office: DepartureOffice,
  asked: { id: number; customer_id: number; isAlone: boolean },
  options: DepartureOptions,
): Promise<CloserLook> {
  const { id, customer_id, isAlone } = asked
  const nothing = { id, messages: [], document: null }
  if (!('leave' in office)) return { ...nothing, problem: null }
  return inVain(conn, () =>
    attempt(
      conn,
      async (): Promise<CloserLook> => {
        const last = (await LAST.one(conn))?.id ?? 0
        const problem = await office.leave(ctx, conn, { id }, { ...options, isTrial: true })
        const document = isAlone ? ((await office.document?.(ctx, conn, id)) ?? null) : null
        const messages = await writtenSince(ctx, conn, last, customer_id)
        return { id, messages, document, problem }
      },
      ({ message }) => ({ ...nothing, problem: message }),
    ),
  )
}

/** What the checks would say of each as it leaves is said of it now. */
async function writtenSince(
  ctx: Context,
  conn: Conn,
  last: number,
  customer_id: number,
): Promise<LeavingMessage[]> {
  const shown: LeavingMessage[] = []
  for (const { id, status } of await WRITTEN.all(conn, last, customer_id)) {
    if (status === 'queued') await holdBack(conn, id, ctx.clock.now())
    const message = await SHOWN.one(conn, id)
    if (message) shown.push(message)
  }
  return shown
}
