import { businessToday } from '#domain/kit/calendar.ts'
import { type AccountChange, holdWords, type PayeeKind, RECENT_DAYS } from '#domain/payees/payee.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'

interface LatestChange {
  payee_id: number
  id: number
  event: string
  created_at: string
  actor_name: string
  asked_by: string | null
  hold_until: string | null
  is_released: boolean
}

const LATEST = sql<LatestChange, [payee_kind: PayeeKind, payee_ids: readonly number[]]>`
  select distinct on (e.payee_id) e.payee_id, e.id, e.event, e.created_at, e.actor_name,
    asked.actor_name as asked_by, e.hold_until,
    exists (select from payee_account_events r where r.answers_id = e.id) as is_released
  from payee_account_events e left join payee_account_events asked on asked.id = e.answers_id
  where e.payee_kind = $1 and e.payee_id = any($2) and e.goes_elsewhere
    and e.event in ('first', 'changed', 'confirmed')
  order by e.payee_id, e.id desc`

/** The payees whose money was sent elsewhere of late or is held back, with when and by whom. */
export async function accountChanges(
  ctx: Context,
  conn: Conn,
  kind: PayeeKind,
  ids: readonly number[],
): Promise<Map<number, AccountChange>> {
  const today = todayOf(ctx)
  const since = Temporal.PlainDate.from(today).subtract({ days: RECENT_DAYS }).toString()
  const rows = (await LATEST.all(conn, kind, ids)).filter(({ event }) => event !== 'first')
  const changes = rows.map((row): [number, AccountChange] => {
    const isHeld = !row.is_released && row.hold_until !== null && row.hold_until > today
    const by = row.actor_name
    return [
      row.payee_id,
      {
        id: row.id,
        changed_date: businessToday(Temporal.Instant.from(row.created_at)),
        changed_by: row.asked_by ? `${row.asked_by}, confirmed by ${by}` : by,
        hold_until: isHeld ? row.hold_until : null,
      },
    ]
  })
  return new Map(changes.filter(([, one]) => one.hold_until || one.changed_date >= since))
}

/** The change that holds back a payee's money, if one does. */
export async function holdOf(
  ctx: Context,
  conn: Conn,
  kind: PayeeKind,
  id: number,
): Promise<AccountChange | null> {
  const change = (await accountChanges(ctx, conn, kind, [id])).get(id)
  return change?.hold_until ? change : null
}

/** Money that would go to an account that was just changed waits: 476 with the day. */
export async function refuseHeld(
  ctx: Context,
  conn: Conn,
  { kind, id, action }: { kind: PayeeKind; id: number; action: string },
): Promise<void> {
  const hold = await holdOf(ctx, conn, kind, id)
  if (hold) throw notPossible(action, holdWords(hold), releaseWords)
}

export const releaseWords =
  'A manager can release it after calling the payee on the number known before.'
