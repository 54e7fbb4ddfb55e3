import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { sql } from '#server/kit/database/sql.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { SmtpSink } from '#tests/support/smtp-sink.ts'
import { openOffice } from './billing-office.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const MAILS = 1000
const LINES = 4
const GOAL = 0.25
const text = 'Tēnā koe, your invoice is ready. '.repeat(40)

/** Mails that wait, sent by the product, beside a plain client that keeps nothing about them. */
export async function mailBacklogLine(bench: Bench, sink: SmtpSink): Promise<Line> {
  const plain = await plainRate(sink)
  const ours = await productRate(bench)
  const share = ours / plain
  return {
    key: 'q',
    title: `${MAILS} mails that wait, sent one by one and noted`,
    ours: `${ours.toFixed(0)}/s`,
    reference: `a mail client over ${LINES} lines ${plain.toFixed(0)}/s`,
    reached: `${(share * 100).toFixed(0)} % of it`,
    goal: `≥ ${GOAL * 100} %`,
    isMet: share >= GOAL,
    figures: { ours, plain },
  }
}

/** A mail client over a few lines that keeps nothing about what it sends. */
export async function plainRate({ url }: SmtpSink): Promise<number> {
  const client = createTransport({ url, pool: true, maxConnections: LINES, maxMessages: MAILS })
  const message = { from: 'office@bench.example', to: 'mere@example.nz', subject: 'Kia ora', text }
  const started = performance.now()
  await Promise.all(Array.from({ length: MAILS }, () => client.sendMail(message)))
  const ms = performance.now() - started
  client.close()
  return (MAILS / ms) * 1000
}

const LEFT = sql<{ left: number }, []>`select count(*)::int as left from mails
  where status <> 'sent' and starts_with(unique_key, 'backlog ')`

async function productRate(bench: Bench): Promise<number> {
  const office = openOffice(bench)
  const run = Date.now()
  try {
    await office.write(async (conn) => {
      for (let place = 0; place < MAILS; place++) {
        const key = `backlog ${run} ${place}`
        await queueMail(office.ctx, conn, { to: 'mere@example.nz', subject: 'Kia ora', text, key })
      }
    })
    const started = performance.now()
    for (;;) {
      const [row] = await office.read((conn) => LEFT.all(conn))
      if (row?.left === 0) return (MAILS / (performance.now() - started)) * 1000
      if (performance.now() - started > 300_000) throw new Error(`${row?.left} mails do not leave.`)
      await sleep(50)
    }
  } finally {
    await office.close()
  }
}
