import type { CheckedOf } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import { beginningOf } from '#domain/kit/storable.ts'
import { nameIn } from '#domain/messaging/mail-address.ts'
import { thread } from '#domain/messaging/thread.ts'
import type { threadCalls } from '#domain/messaging/thread-calls.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { readThread } from './read-thread.ts'

// A mail may be longer than an enquiry; all of it stays in its thread.
const ENQUIRY_LENGTH = 10_000

// Who writes an answer keeps nobody from sorting the inbox.
const despiteHolder = true

const rested = { snoozed_until: null, snooze_cut_short: null, waiting_since: null }

interface StrangersWords {
  subject: string | null
  text_plain: string
  sender: string | null
}

const WORDS = sql<StrangersWords, [thread_id: number]>`
  select subject, text_plain, sender from messages where thread_id = $1 and direction = 'in'
  order by id desc limit 1`

/** What a stranger wrote becomes an enquiry, which has a clock of its own; the thread is done. */
export async function makeEnquiry(
  ctx: Context,
  conn: Conn,
  asked: CheckedOf<typeof threadCalls.enquiry>,
) {
  const request = { ...asked, despiteHolder }
  const { row } = await transition(ctx, conn, thread, 'enquiry', request, async () => rested)
  const words = await WORDS.one(conn, asked.id)
  const address = row.address ?? ''
  const contact_name = nameIn(words?.sender ?? '') ?? (row.name === address ? null : row.name)
  const made = await insertRow(ctx, conn, enquiry, {
    subject: beginningOf(words?.subject || `Message from ${row.name}`, 200),
    text_plain: words ? beginningOf(words.text_plain, ENQUIRY_LENGTH) : null,
    enquiry_status: 'open',
    contact_name,
    ...(address.includes('@') ? { email: address } : { phone: address || null }),
  })
  await readThread(ctx, conn, { id: asked.id })
  return { status: created, data: { enquiry_id: made.id }, message: 'The enquiry is there.' }
}

/** What comes from there is kept and asks nobody for anything, until somebody says otherwise. */
export async function sortOut(
  ctx: Context,
  conn: Conn,
  { is_junk, ...asked }: CheckedOf<typeof threadCalls.junk>,
): Promise<Written<typeof thread>> {
  const request = { ...asked, despiteHolder }
  await transition(ctx, conn, thread, 'junk', request, async () =>
    is_junk ? { is_junk, state: 'done' as const, ...rested } : { is_junk, state: 'open' as const },
  )
  return readThread(ctx, conn, { id: asked.id, is_unread: !is_junk })
}
