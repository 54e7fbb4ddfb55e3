import { z } from 'zod'
import { storableBeginning } from '#domain/kit/storable.ts'
import { ANSWER_LENGTH, KEPT_DAYS } from '#domain/webhooks/delivery-plan.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { isOwnMachine } from '#server/kit/outbound/own-machine.ts'
import { OutsideRefusal, postOutside } from '#server/kit/outbound/post-outside.ts'
import { noteOutcome, type Outcome } from './note-outcome.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { secretsOf, signedHeaders } from './webhook-secret.ts'

const AT_ONCE = 10
const CLAIM_MS = 60_000
const DAY_MS = 86_400_000

/** Each minute, and at once when somebody tries a webhook: tells what is to be told. */
export const deliverWebhooks = defineJob({
  name: 'deliver-webhooks',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) => deliverFor(job, organisation_id))
  },
})

export interface Claimed {
  id: number
  webhook_id: number
  message_id: string
  url: string
  body: string
  attempts: number
  is_demo: boolean
}

// Whoever dies with a claim leaves it to the next, a minute later. What is told of one object goes
// in the order in which it happened: the next waits for the one before.
const CLAIM = sql<Claimed, [now: Date, until: Date, limit: number]>`with due as (
    select d.id from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id and w.is_active and w.deleted_at is null
    where d.delivery_status = 'waiting' and d.next_at <= $1 and not exists (
      select from webhook_deliveries e where e.webhook_id = d.webhook_id
        and e.object_class = d.object_class and e.object_id = d.object_id
        and e.delivery_status = 'waiting' and e.id < d.id)
    order by d.id limit $3 for update of d skip locked)
  update webhook_deliveries d set attempts = attempts + 1, next_at = $2, tried_at = $1
  from due, webhooks w where d.id = due.id and w.id = d.webhook_id
  returning d.id, d.webhook_id, d.message_id, w.url, d.body, d.attempts,
    (select o.demo from organisations o where o.id = d.organisation_id) as is_demo`

const DROP_OLD = sql<never, [before: Date]>`delete from webhook_deliveries where created_at < $1`

async function deliverFor(job: JobContext, organisation_id: number): Promise<void> {
  const { database, clock, signal } = job
  const scope = { organisation_id, user_id: null }
  const now = () => clock.now()
  const queue = () => database.write(scope, (conn) => queueDeliveries(conn, organisation_id, now()))
  while (await queue()) if (signal.aborted) return
  const claim = () =>
    database.write(scope, (conn) =>
      CLAIM.all(conn, now(), new Date(now().getTime() + CLAIM_MS), AT_ONCE),
    )
  for (;;) {
    if (signal.aborted) return
    const claimed = await claim()
    if (claimed.length === 0) break
    await Promise.all(claimed.map((one) => deliver(job, organisation_id, one)))
  }
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  await database.write(scope, (conn) => DROP_OLD.run(conn, before))
}

async function deliver(job: JobContext, organisation_id: number, one: Claimed): Promise<void> {
  const { database, config, clock } = job
  const scope = { organisation_id, user_id: null }
  const secrets = await database.read(scope, (conn) =>
    secretsOf(conn, config.secrets.fields, one.webhook_id, clock.now()),
  )
  const headers = signedHeaders(one.message_id, one.body, secrets, clock.now())
  const outcome = await tell(job, one, headers)
  await database.write(scope, (conn) => noteOutcome(job, conn, organisation_id, one, outcome))
}

async function tell(
  { config }: JobContext,
  { url, body, is_demo }: Claimed,
  headers: Record<string, string>,
): Promise<Outcome> {
  if (is_demo && !(config.outboundLoopback && isOwnMachine(url))) return keptHere
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const outside = { isLoopbackAllowed: config.outboundLoopback }
    const { status, text } = await postOutside(url, headers, body, outside)
    const isDone = status >= 200 && status < 300
    return { isDone, status, ms: ms(), answer: storableBeginning(text, ANSWER_LENGTH) }
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error
    return { isDone: false, status: null, ms: ms(), answer: error.message }
  }
}

/** What a demonstration tells reaches a receiver on this machine, or nobody. */
const keptHere: Outcome = {
  isDone: true,
  status: null,
  ms: 0,
  answer: 'Kept here: a demonstration reaches nobody.',
}
