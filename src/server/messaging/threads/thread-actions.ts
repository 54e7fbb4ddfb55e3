import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import { assignedMail } from '#domain/messaging/assigned-mail.ts'
import { threadLink } from '#domain/messaging/notice-mails.ts'
import { thread } from '#domain/messaging/thread.ts'
import { SNOOZE_DAYS, type threadCalls } from '#domain/messaging/thread-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { COLLEAGUE, type Colleague } from '../notices/colleague.ts'
import { tellColleague } from '../notices/tell-colleague.ts'

type WrittenThread = Promise<Written<typeof thread>>

// Who writes an answer keeps nobody from sorting the inbox.
const despiteHolder = true

const DAY_MS = 86_400_000

type Assignee = Colleague & { is_working: boolean }

const ASSIGNEE = sql<Assignee, [staff_id: number]>`
  select ${COLLEAGUE}, s.is_active and s.deleted_at is null and not coalesce(u.is_disabled, false)
    as is_working
  from staffs s left join users u on u.id = s.user_id where s.id = $1`

/** It is somebody's now, or nobody's; whom it is given to is told. */
export async function assignThread(
  ctx: Context,
  conn: Conn,
  { staff_id, ...asked }: CheckedOf<typeof threadCalls.assign>,
): WrittenThread {
  const colleague = staff_id === null ? undefined : await ASSIGNEE.one(conn, staff_id)
  const request = { ...asked, despiteHolder }
  const written = await transition(ctx, conn, thread, 'assign', request, async () => {
    if (staff_id !== null) refuseAbsent(colleague)
    return { assigned_id: staff_id }
  })
  if (colleague && colleague.user_id !== ctx.actor.user_id) {
    const link = threadLink(ctx.config.publicUrl, asked.id)
    const mail = assignedMail({
      name: colleague.name,
      by: ctx.actor.name,
      party: written.row.name,
      link,
    })
    const key = `assigned ${asked.id} ${written.version}`
    await tellColleague(ctx, conn, colleague, { kind: 'assigned', mail, key })
  }
  return written
}

function refuseAbsent(colleague: Assignee | undefined): void {
  if (!colleague) throw badField('staff_id', 'We do not know this person.')
  if (colleague.is_working) return
  const reason = `${colleague.name} does not work here any more`
  throw notPossible('assign', reason, 'You could choose somebody else.')
}

/** It rests until then, and comes back by itself. */
export function snoozeThread(
  ctx: Context,
  conn: Conn,
  { until, ...asked }: CheckedOf<typeof threadCalls.snooze>,
): WrittenThread {
  const away = Date.parse(until) - ctx.clock.now().getTime()
  if (away <= 0) throw badField('until', 'Choose a moment that is still to come.')
  if (away > SNOOZE_DAYS * DAY_MS)
    throw badField('until', `Choose a moment in the next ${SNOOZE_DAYS} days.`)
  const request = { ...asked, despiteHolder }
  return transition(ctx, conn, thread, 'snooze', request, async () => ({
    snoozed_until: new Date(until).toISOString(),
    snooze_cut_short: null,
  }))
}

export function finishThread(ctx: Context, conn: Conn, asked: ActionRequest): WrittenThread {
  const request = { ...asked, despiteHolder }
  return transition(ctx, conn, thread, 'done', request, async () => ({
    snoozed_until: null,
    snooze_cut_short: null,
    waiting_since: null,
  }))
}
