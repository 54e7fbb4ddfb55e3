import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, Problem } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import {
  type DepartureAction,
  departureWords,
  HOLD_SECONDS,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import type {
  DepartureOptions,
  departureCalls,
} from '#domain/messaging/departure/departure-calls.ts'
import { settingOf } from '#server/identity/setting.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { refuseOthers } from './admitted.ts'
import { type GivenRow, itemsOf, keepItems, refuseHeld } from './held-items.ts'
import { leaveAsSeen } from './leave-as-seen.ts'
import type { LeaveJob } from './leave-job.ts'
import { NOTE_IN_HISTORY, noteValues } from './note-in-history.ts'
import type { DepartureOffice, DepartureOffices, LeavingRecord } from './office.ts'
import { toldDeparture } from './told-departure.ts'

type HoldRequest = CheckedOf<typeof departureCalls.hold>

/** Rows of the caller's, each once and in the order they leave. */
export async function leavingRows(
  ctx: Context,
  conn: Conn,
  offices: DepartureOffices,
  asked: { action: DepartureAction; ids: readonly number[]; options: DepartureOptions },
): Promise<LeavingRow[]> {
  const { action, ids, options } = asked
  refuseOthers(ctx, action)
  if (departureWords[action].isForOne && options.to && options.to.length > 1)
    throw badField('options.to.1', 'It goes to one address. Send it once more to the other.')
  const rows = await offices[action].rows(ctx, conn, [...new Set(ids)], options)
  // What cannot leave stands below, and nobody need look at its warnings.
  const kept = rows.filter(({ obstacle }) => obstacle !== null)
  const bare = kept.map((row) => ({ ...row, warnings: [] }))
  return [...rows.filter(({ obstacle }) => obstacle === null), ...bare]
}

/** Holds what was looked at: it leaves by itself in ten seconds, whatever becomes of the screen. */
export function holdDeparture(offices: DepartureOffices, job: LeaveJob) {
  return async (ctx: Context, conn: Conn, asked: HoldRequest) => {
    const { action, rows: given, left_out = [], options = {} } = asked
    const office = offices[action]
    const ids = given.map(({ id }) => id)
    const rows = await leavingRows(ctx, conn, offices, { action, ids, options })
    const reasons = new Map(left_out.map(({ id, reason }) => [id, reason]))
    const leaving = rows.filter(({ id, obstacle }) => obstacle === null && !reasons.has(id))
    refuseStrangers(rows, left_out)
    refuseNothing(rows, leaving)
    const about = 'leaveWhole' in office ? given[0] : undefined
    await refuseUnagreed(ctx, conn, office, asked, leaving.length)
    const [first] = rows
    const alone =
      rows.length === 1 && first ? { action, given: given[0], row: first, options } : null
    const kept = alone ? [await lookedAlone(ctx, conn, office, alone)] : given
    const items = await itemsOf(conn, office, { action, given: kept, rows, reasons })
    await refuseHeld(conn, items)
    const leaves_at = leavesAt(ctx, action)
    const departure_id = await store(ctx, conn, { action, options, leaves_at, about })
    await keepItems(conn, departure_id, items)
    // Its reasons are told with the rows themselves.
    await NOTE_IN_HISTORY.run(conn, departure_id, 'left_out', ...noteValues(ctx, 'leaveout'))
    const payload = { organisation_id: ctx.actor.organisation_id ?? 0, departure_id }
    const isHeld = departureWords[action].isHeld
    await enqueue(conn, job, payload, isHeld ? { startAfter: leaves_at } : {})
    const data = await toldDeparture(ctx, conn, departure_id)
    return { status: created, data, message: messageOf(action, leaving.length) }
  }
}

function leavesAt(ctx: Context, action: DepartureAction): Date {
  const seconds = departureWords[action].isHeld ? HOLD_SECONDS : 0
  return new Date(ctx.clock.now().getTime() + seconds * 1000)
}

function messageOf(action: DepartureAction, count: number): string {
  const { noun, isHeld } = departureWords[action]
  const what = plural(count, noun)
  return isHeld ? `${what} leave in ${HOLD_SECONDS} seconds.` : `${what} under way.`
}

function refuseStrangers(rows: readonly LeavingRow[], left_out: HoldRequest['left_out'] = []) {
  const known = new Set(rows.map(({ id }) => id))
  const stranger = left_out.findIndex(({ id }) => !known.has(id))
  if (stranger >= 0) throw badField(`left_out.${stranger}.id`, 'That is not among the rows.')
}

function refuseNothing(rows: readonly LeavingRow[], leaving: readonly LeavingRow[]): void {
  if (leaving.length > 0) return
  const obstacle = rows.find((row) => row.obstacle !== null)?.obstacle
  if (obstacle) throw new Problem('notPossible', { message: obstacle })
  throw notPossible('send', 'every row was left out', 'Keep one of them, or cancel.')
}

interface AloneRequest {
  action: DepartureAction
  given: GivenRow | undefined
  row: LeavingRow
  options: DepartureOptions
}

/** Whoever sends one thing alone hears at once what speaks against it, and what changed since. */
async function lookedAlone(
  ctx: Context,
  conn: Conn,
  office: DepartureOffice,
  { action, given, row: party, options }: AloneRequest,
): Promise<GivenRow> {
  const record = given ?? { id: party.id }
  if (!('leave' in office)) return record
  const asked = { action, record, party, seen: given?.seen }
  const tried = { ...options, isTrial: true }
  const { seen } = await inVain(conn, () => leaveAsSeen(ctx, conn, office, asked, tried))
  return { ...record, ...(seen === null ? {} : { seen }) }
}

/** Above so many the number is typed. */
export async function typedAbove(conn: Conn, action: DepartureAction): Promise<number> {
  const limit = await settingOf(conn, 'count_typed_above')
  return Math.min(limit, departureWords[action].typedAbove ?? limit)
}

/** Many leave by somebody who knows how many, and who may let so many go. */
async function refuseUnagreed(
  ctx: Context,
  conn: Conn,
  office: DepartureOffice,
  { action, rows: [first], count, options = {} }: HoldRequest,
  leaving: number,
): Promise<void> {
  if ('agree' in office)
    await office.agree?.(ctx, conn, { id: first?.id ?? 0, count: leaving, options })
  const limit = await typedAbove(conn, action)
  if ((leaving > limit || count !== undefined) && count !== leaving)
    throw badField('count', `${leaving} leave: type ${leaving}.`)
}

const STORE = sql<
  { id: number },
  [
    action: DepartureAction,
    options: string,
    asked_by: string,
    user_id: number,
    about_id: number | null,
    about_version: number | null,
    leaves_at: Date,
  ]
>`insert into departures (organisation_id, action, options, asked_by, user_id, about_id,
    about_version, leaves_at)
  values (scope_organisation(), $1, $2::jsonb, $3::jsonb, $4, $5, $6, $7) returning id`

async function store(
  ctx: Context,
  conn: Conn,
  given: Pick<HoldRequest, 'action' | 'options'> & {
    leaves_at: Date
    about: LeavingRecord | undefined
  },
): Promise<number> {
  const { action, options, leaves_at, about } = given
  const by = JSON.stringify({ ...personOf(ctx), session_id: ctx.actor.session_id })
  const asked = [about?.id ?? null, about?.version ?? null] as const
  const row = await STORE.one(
    conn,
    action,
    JSON.stringify(options),
    by,
    ctx.actor.user_id,
    ...asked,
    leaves_at,
  )
  return row?.id ?? 0
}
