import { z } from 'zod'
import { isLastTry, nextTry } from '#domain/messaging/retry.ts'
import type { Conn, Scope } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { deliverSms } from '../sms/deliver-sms.ts'
import { asTheyCome } from './as-they-come.ts'
import { claimMessages } from './claim-messages.ts'
import type { ClaimedMessage } from './compose-mail.ts'
import { leaveAsMail, type TriedMessage } from './leave-as-mail.ts'
import { noteEvents } from './message-events.ts'
import { wholeWords } from './sealed-words.ts'
import { waitItsTurn } from './wait-its-turn.ts'

/** What a person sends goes before what the program sends. */
export const byHand = 0
export const automatic = -1

/**
 * Sends one message: claimed first, then sent, then noted. Whoever finds a claim that was never
 * noted cannot know whether the message left, and says so instead of sending it again.
 */
export const sendMessage = defineJob({
  name: 'send-message',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    message_id: z.int().positive(),
  }),
  concurrency: 4,
  // For a database that is away; what the other side does not take is queued anew below.
  retryLimit: 18,
  retryDelaySeconds: 2,
  run: async (job, { organisation_id, message_id }) => {
    await waitItsTurn(job, { organisation_id, message_id })
    await sendOnce(job, { organisation_id, message_id })
  },
})

/** One try with one message; null where it was not claimed. */
export async function sendOnce(
  job: JobContext,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<TriedMessage | null> {
  const [tried] = await sendTogether(job, { organisation_id, message_ids: [message_id] })
  return tried ?? null
}

interface Tried {
  row: ClaimedMessage
  tried: TriedMessage
  /** When the next try is. */
  again: Date | null
}

// Everything that is asked of a message is looked up by ids and contacts, whatever their values. Left
// to itself PostgreSQL plans all the checks anew for each, which takes longer than they do.
const PLANNED_ONCE = 'set local plan_cache_mode = force_generic_plan'

/**
 * One try with some messages: claimed together, sent side by side, noted together. A statement for
 * several costs the database little more than one for one.
 */
export async function sendTogether(
  job: JobContext,
  { organisation_id, message_ids }: { organisation_id: number; message_ids: readonly number[] },
): Promise<(TriedMessage & { message_id: number })[]> {
  const scope = { organisation_id, user_id: null }
  const claim = async (conn: Conn) => {
    const claims = await claimMessages(job, conn, message_ids)
    for (const { message_id, until } of claims.waiting) await sendLater(conn, message_id, until)
    return claims.rows
  }
  const rows = await job.database.write(scope, claim, PLANNED_ONCE)
  const noted: Tried[] = []
  const failures: unknown[] = []
  // What left is noted, whatever happened to the others.
  for await (const some of asTheyCome(rows.map((row) => tryOnce(job, row)))) {
    const known = some.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    failures.push(...some.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
    failures.push(...(await noteTries(job, scope, known)))
    noted.push(...known)
  }
  if (failures.length > 0) throw failures[0]
  return noted.map(({ row, tried }) => ({ ...tried, message_id: row.id }))
}

/** Notes them together, or each by itself where that fails: none takes another along. */
async function noteTries(
  { database }: Pick<JobContext, 'database'>,
  scope: Scope,
  tries: readonly Tried[],
): Promise<unknown[]> {
  if (tries.length === 0) return []
  try {
    await database.write(scope, (conn) => note(conn, tries))
    return []
  } catch (error) {
    if (tries.length === 1) return [error]
    const alone: unknown[] = []
    for (const one of tries) alone.push(...(await noteTries({ database }, scope, [one])))
    return alone
  }
}

async function tryOnce(job: JobContext, row: ClaimedMessage): Promise<Tried> {
  const now = job.clock.now()
  const { type, attempts, refused_since } = row
  const before = { type, attempts, since: refused_since === null ? null : new Date(refused_since) }
  const trying = { ...job, isLastAttempt: isLastTry(before, now) }
  const tried = await (type === 'sms' ? leaveAsSms : leaveAsMail)(trying, row)
  return { row, tried, again: tried.status === 'queued' ? nextTry(before, now) : null }
}

async function note(conn: Conn, tries: readonly Tried[]): Promise<void> {
  const rows = tries.map(({ row: { id }, tried, again: not_before }) => {
    const { status, words, provider_id, error_code } = tried
    return { id, status, words, provider_id, error_code, not_before }
  })
  const kept = new Set((await NOTE.all(conn, JSON.stringify(rows))).map(({ id }) => id))
  const noted = tries.filter(({ row }) => kept.has(row.id))
  await noteEvents(
    conn,
    noted.map(({ row, tried: { event, words } }) => ({ message_id: row.id, event, words })),
  )
  await Promise.all(noted.map(({ tried }) => tried.follow(conn)))
  for (const { row, again } of noted) if (again) await sendLater(conn, row.id, again)
}

const ORGANISATION = sql<{ id: number }, []>`select scope_organisation() as id`

async function sendLater(conn: Conn, message_id: number, startAfter: Date): Promise<void> {
  const scope = await ORGANISATION.one(conn)
  const key = `${message_id} ${startAfter.toISOString()}`
  const payload = { organisation_id: scope?.id ?? 0, message_id }
  await enqueue(conn, sendMessage, payload, { key, startAfter })
}

async function leaveAsSms(job: JobContext, row: ClaimedMessage) {
  const { text } = wholeWords(job.config.secrets.fields, row)
  return deliverSms(job.config, { ...row, text }, job.isLastAttempt)
}

const NOTE = sql<{ id: number }, [rows: string]>`update messages m
  set status = r.status, sent = r.status = 'accepted', sending_until = null,
    not_before = coalesce(r.not_before, m.not_before),
    error = case when r.status <> 'accepted' then r.words end, provider_id = r.provider_id,
    error_code = r.error_code, sent_at = case when r.status = 'accepted' then now() end,
    version = m.version + 1, modified_at = clock_timestamp()
  from jsonb_to_recordset($1::jsonb) as r (id bigint, status text, words text, provider_id text,
    error_code text, not_before timestamptz)
  where m.id = r.id and m.status = 'sending' returning m.id`.named('message_tried')
