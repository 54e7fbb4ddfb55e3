import { cannedreplyCalls } from '#domain/messaging/cannedreply-calls.ts'
import type { InboundMail } from '#domain/messaging/inbound-mail.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { messageblacklistCalls } from '#domain/messaging/messageblacklist-calls.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { receiveMail } from '#server/messaging/mail/receive-mail.ts'
import { sendOnce } from '#server/messaging/outbox/send-message-job.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import { sendReceipt } from '#server/payments/send-receipt.ts'
import { catalogue } from '#server/routes.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { jobOn, playCall, playedRow, within } from './play-call.ts'
import type { On } from './store-billing.ts'

const READERS = sql<{ id: number; email: string; name: string }, []>`
  select c.id, lower(c.email) as email, c.name from customers c
  where c.email is not null and c.customer_status = 'active' and c.deleted_at is null
    and not c.required_for_medical
    and not exists (select from messageblacklists b where b.contact = lower(c.email))
  order by c.id desc limit 8`

type Reader = Awaited<ReturnType<typeof READERS.all>>[number]

/** The desk for mails, with one in each state that a mail can rest in. */
export async function storeMailDesk(on: On, conn: Conn): Promise<void> {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = await READERS.all(conn)
  if (!first || !second || !third || !fourth || !fifth || !sixth || !seventh || !eighth) return
  await written(on, conn, first, 'Your new rates from January')
  const thrown = await written(on, conn, first, 'Your new rates')
  await playCall(on(DEMO_TODAY), conn, messageCalls.remove, { id: thrown })
  await later(on, conn, second)
  await optedOut(on, conn, third)
  await unsure(on, conn, fourth)
  await tooLate(on, conn, fifth)
  await takenBack(on, conn)
  await came(on, conn, sixth)
  await resting(on, conn, seventh, eighth)
  await ownReplies(on, conn)
}

function written(on: On, conn: Conn, { id, name }: Reader, subject: string, day = DEMO_TODAY) {
  return playedRow(on(day), conn, messageCalls.create, {
    type: 'email',
    purpose: 'service',
    customer_id: id,
    subject,
    text_plain: `Kia ora ${name}\n\nWe have looked at ${subject.toLowerCase()} for you. Shall we talk?`,
  })
}

/** It leaves on the first of December, unless somebody thinks better of it. */
async function later(on: On, conn: Conn, reader: Reader): Promise<void> {
  const id = await written(on, conn, reader, 'Our office closes for summer')
  const not_before = '2026-12-01T09:00:00+13:00'
  await playCall(on(DEMO_TODAY), conn, messageCalls.send, { id, not_before })
}

/** Somebody opted out between the writing and the sending. */
async function optedOut(on: On, conn: Conn, reader: Reader): Promise<void> {
  const id = await written(on, conn, reader, 'A look at your plan', '2026-11-10')
  await playCall(on('2026-11-10'), conn, messageCalls.send, { id })
  await playCall(on('2026-11-10'), conn, messageblacklistCalls.create, {
    ...{ contact: reader.email, type: 'email', blocks: 'everything' },
    reason: 'Asked on the phone not to be written to.',
  })
  await leave(on, conn, id, '2026-11-11')
}

async function leave(on: On, conn: Conn, message_id: number, day: string): Promise<void> {
  const ctx = on(day)
  await sendOnce(jobOn(ctx, conn), { organisation_id: ctx.actor.organisation_id ?? 0, message_id })
}

const DIED = sql<never, [id: number]>`update messages set status = 'sending', attempts = 1,
  not_before = null, sending_until = now() - interval '1 minute' where id = $1`

/** The server stopped while a mail was leaving: nobody knows whether it arrived. */
async function unsure(on: On, conn: Conn, reader: Reader): Promise<void> {
  const id = await written(on, conn, reader, 'Your meter is read on Tuesday', '2026-11-12')
  await playCall(on('2026-11-12'), conn, messageCalls.send, { id })
  await DIED.run(conn, id)
  await settleMessages.run(jobOn(on('2026-11-12'), conn), {})
}

/** The mail server was away for a week; what is so old is not sent any more. */
async function tooLate(on: On, conn: Conn, reader: Reader): Promise<void> {
  const id = await written(on, conn, reader, 'Power is off on Friday', '2026-11-02')
  await playCall(on('2026-11-02'), conn, messageCalls.send, { id })
  await settleMessages.run(jobOn(on('2026-11-09'), conn), {})
}

const RECEIVED = sql<{ id: number }, []>`select p.id from invoicepayments p
  join customers c on c.id = p.customer_id
  where p.payment_status in ('received', 'reconciled') and p.receipt_sent_at is null
    and c.email is not null order by p.id limit 1`
const LAST_RECEIPT = sql<{ id: number }, []>`select id from messages
  where kind = 'receipt' and status = 'queued' order by id desc limit 1`

/** A receipt that somebody had asked for by mistake. */
async function takenBack(on: On, conn: Conn): Promise<void> {
  const payment = await RECEIVED.one(conn)
  if (payment) await sendReceipt(on(DEMO_TODAY), conn, payment)
  const receipt = await LAST_RECEIPT.one(conn)
  if (receipt) await playCall(on(DEMO_TODAY), conn, messageCalls.takeback, receipt)
}

const photo = Buffer.from('Meter 4471 read 10 November: 018244. Taken by the customer.\n')

/** A customer answers with a reading beside it, and somebody unknown asks. */
async function came(on: On, conn: Conn, reader: Reader): Promise<void> {
  const mails: [day: string, mail: InboundMail][] = [
    [
      '2026-11-10',
      {
        ...mailFrom(reader.name, reader.email, 'Our reading'),
        text: 'Here is the reading you asked for.',
        attachments: [{ name: 'Reading of 10 November.txt', bytes: photo }],
      },
    ],
    [
      '2026-11-12',
      {
        ...mailFrom('Moana Rewi', 'moana@rewijoinery.example', 'New workshop'),
        text: 'We move into a workshop in Penrose in January. Could you look after our power?',
      },
    ],
  ]
  for (const [day, mail] of mails) {
    const ctx = within(on(day), conn)
    const address = 'office@harbourenergy.example'
    const channel = { from: address, address, smtpUrl: '', imapUrl: null }
    await receiveMail({ ctx, catalogue, channel, mail }, async () => {})
  }
}

const mailFrom = (name: string, address: string, subject: string): InboundMail => ({
  rfc_id: `<${subject.replace(/\W/g, '-')}@${address.split('@')[1]}>`,
  from: { name, address },
  recipients: ['office@harbourenergy.example'],
  subject,
  text: '',
  html: null,
  in_reply_to: null,
  references: [],
  headers: {},
  attachments: [],
  report: null,
  raw_report: null,
})

const THREAD = sql<{ id: number }, [customer_id: number]>`select id from threads
  where customer_id = $1 order by id desc limit 1`

/** Nothing can be done for one customer before February. */
async function resting(on: On, conn: Conn, reader: Reader, other: Reader): Promise<void> {
  for (const one of [reader, other]) {
    const ctx = within(on('2026-11-11'), conn)
    const address = 'office@harbourenergy.example'
    const channel = { from: address, address, smtpUrl: '', imapUrl: null }
    const mail = { ...mailFrom(one.name, one.email, 'Solar panels'), text: 'In February, please.' }
    await receiveMail({ ctx, catalogue, channel, mail }, async () => {})
    const thread = await THREAD.one(conn, one.id)
    if (!thread) continue
    const until = '2027-02-01T09:00:00+13:00'
    if (one === reader)
      await playCall(on(DEMO_TODAY), conn, threadCalls.snooze, { id: thread.id, until })
  }
}

const WHO_ASKS = sql<never, [user_id: string]>`select set_config('app.user_id', $1, true)`

/** Words of one's own, which nobody else sees, and some that are not used any more. */
async function ownReplies(on: On, conn: Conn): Promise<void> {
  const ctx = on(DEMO_TODAY, 'drafts')
  const reply = (name: string, text_plain: string) =>
    playedRow(ctx, conn, cannedreplyCalls.create, { name, text_plain, kept_for: 'mine' })
  await WHO_ASKS.run(conn, `${ctx.actor.user_id}`)
  await reply('My days', 'I am in the office from Monday to Thursday. ')
  const id = await reply('Winter hours', 'In July we open at ten. ')
  await playCall(ctx, conn, cannedreplyCalls.remove, { id })
  await WHO_ASKS.run(conn, '')
}
