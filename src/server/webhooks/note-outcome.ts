import { formatStamp } from '#domain/kit/calendar.ts'
import { nextTry, PATIENCE_MS } from '#domain/webhooks/delivery-plan.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

export interface Outcome {
  isDone: boolean
  status: number | null
  ms: number
  answer: string
}

interface Tried {
  id: number
  webhook_id: number
  attempts: number
}

const NOTE = sql<
  never,
  [
    id: number,
    delivery_status: 'waiting' | 'delivered' | 'failed',
    next_at: Date,
    status: number | null,
    ms: number,
    answer: string,
  ]
>`update webhook_deliveries set delivery_status = $2, next_at = $3, answer_status = $4,
    answer_ms = $5, answer = $6 where id = $1`

interface Hook {
  name: string
  failing_since: string | null
  is_active: boolean
}

const HOOK = sql<Hook, [id: number]>`select name, failing_since, is_active from webhooks
  where id = $1 for update`
const FAILING = sql<never, [id: number, since: Date | null]>`update webhooks
  set failing_since = $2 where id = $1`
const SWITCH_OFF = sql<{ version: number }, [id: number, now: Date]>`update webhooks
  set is_active = false, switched_off_at = $2, version = version + 1, modified_at = $2
  where id = $1 returning version`

/** What became of a telling: done, to be tried again, or given up. */
export async function noteOutcome(
  job: JobContext,
  conn: Conn,
  organisation_id: number,
  tried: Tried,
  outcome: Outcome,
): Promise<void> {
  const now = job.clock.now()
  const next = outcome.isDone ? null : nextTry(tried.attempts, now)
  const status = outcome.isDone ? 'delivered' : next ? 'waiting' : 'failed'
  const { status: code, ms, answer } = outcome
  await NOTE.run(conn, tried.id, status, next ?? now, code, ms, answer)
  const hook = await HOOK.one(conn, tried.webhook_id)
  if (!hook) return
  const ctx = systemContext(job, organisation_id, `webhook ${tried.webhook_id}`)
  const cause = `webhook ${tried.webhook_id}`
  if (outcome.isDone) {
    if (hook.failing_since === null) return
    await FAILING.run(conn, tried.webhook_id, null)
    await settleTask(ctx, conn, cause, 'It arrives again.')
    return
  }
  if (hook.failing_since === null) await FAILING.run(conn, tried.webhook_id, now)
  if (status === 'failed') {
    const text_plain = `An event could not be told to "${hook.name}" and is given up: ${answer}
See the log under Webhooks; it can be sent again from there.`
    const due_date = todayOf(job)
    const subject = `Webhook "${hook.name}" does not answer`
    await raiseTask(ctx, conn, { cause, subject, text_plain, due_date, role_name: 'admin' })
  }
  const since = hook.failing_since
  const isHopeless = since !== null && now.getTime() - Date.parse(since) > PATIENCE_MS
  if (isHopeless && hook.is_active) await switchOff(job, conn, organisation_id, tried, hook.name)
}

const ADMINS = sql<{ email: string }>`select distinct u.email from memberships m
  join users u on u.id = m.user_id and u.deleted_at is null and not u.is_disabled
  where m.role_name = 'admin' and m.deleted_at is null and u.email is not null`

async function switchOff(
  job: JobContext,
  conn: Conn,
  organisation_id: number,
  { webhook_id }: Tried,
  name: string,
): Promise<void> {
  const now = job.clock.now()
  const switched = await SWITCH_OFF.one(conn, webhook_id, now)
  const ctx = systemContext(job, organisation_id, `webhook ${webhook_id}`)
  await recordHistory(conn, ctx, {
    object_class: 'webhook',
    object_id: webhook_id,
    action: 'switch_off',
    object_version: switched?.version ?? null,
    reason: 'Nothing has arrived there for three days.',
  })
  for (const { email } of await ADMINS.all(conn)) {
    await queueMessage(ctx, conn, {
      kind: 'webhook',
      to: email,
      subject: `${job.config.appTitle}: a webhook was switched off`,
      text: [
        `Nothing has arrived at the webhook "${name}" for three days.`,
        `It was switched off on ${formatStamp(now.toISOString())}. What waits for it is kept for 30 days and told once it is switched on again:`,
        `${job.config.publicUrl}/app/webhooks`,
      ].join('\n\n'),
      key: `webhook ${webhook_id} ${now.toISOString()} ${email}`,
    })
  }
}
