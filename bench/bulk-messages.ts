import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { renderTemplate } from '#domain/messaging/template/render-template.ts'
import { templateContexts } from '#domain/messaging/template/standards.ts'
import { customerLetters } from '#server/invoices/customer-letters.ts'
import type { SmtpSink } from '#tests/support/smtp-sink.ts'
import { call, middle, seconds } from './api-call.ts'
import { openOffice } from './billing-office.ts'
import { plainRate } from './mail-backlog.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'
import { signIn } from './session.ts'

const SENT = 2000
const RENDERED = 10_000
const ROUNDS = 3
const PATIENCE_MS = 300_000
const words = {
  subject: 'News for {{customer_name}}',
  text_base: 'Kia ora {{customer_name}}\n\nYour account {{customer_number|with us}} is well.',
}

/** Messages to many: looked at, started, printed and sent. */
export async function bulkLines(bench: Bench, sink: SmtpSink): Promise<Line[]> {
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    await prepare(client, bench)
    // Whoever starts many has just proved who they are.
    const session = await signIn(bench.port, bench.database.user)
    const office = { ...bench, session }
    return [
      ...(await wholeBook(client, office)),
      await renderLine(bench),
      await sendLine(client, office, sink),
    ]
  } finally {
    await client.end()
  }
}

const settings = { mail_per_minute: 0, bulk_second_person_above: 1_000_000 }

async function prepare(client: pg.Client, { database }: Bench): Promise<void> {
  const { organisation_id } = database
  // A demonstration reaches nobody: what is measured is what leaves.
  await client.query('update organisations set demo = false where id = $1', [organisation_id])
  for (const [name, value] of Object.entries(settings))
    await client.query(
      `insert into organisationconfigs (organisation_id, name, value) select $1, $2, $3::jsonb
       where not exists (select from organisationconfigs where organisation_id = $1 and name = $2)`,
      [organisation_id, name, JSON.stringify(value)],
    )
}

const draft = async (bench: Bench, audience: object) =>
  Number((await call(bench, 'PUT', '/bulkmessage', { name: 'Bench', audience, ...words })).id)

async function wholeBook(client: pg.Client, bench: Bench): Promise<Line[]> {
  const audience = { list: 'customers' }
  const previews: number[] = []
  let recipients = 0
  const id = await draft(bench, audience)
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const preview = await call(bench, 'POST', '/bulkmessage/preview', { id })
    previews.push(performance.now() - began)
    recipients = Number(preview.recipients)
  }
  const bareMs = await bareInsert(client, bench, await draft(bench, audience))
  const before = await sizeOf(client)
  const began = performance.now()
  // Tomorrow: what is measured is the fixing of who gets it, and nobody is sent anything.
  const not_before = new Date(Date.now() + 86_400_000).toISOString()
  await call(bench, 'POST', '/bulkmessage/start', { id, count: recipients, not_before })
  const startMs = performance.now() - began
  const growthMb = (await sizeOf(client)) - before
  await call(bench, 'POST', '/bulkmessage/cancel', { id })
  const previewMs = middle(previews)
  const times = startMs / bareMs
  return [
    {
      key: 's',
      title: `preview of a message to ${recipients}`,
      ours: seconds(previewMs),
      reference: '',
      reached: seconds(previewMs),
      goal: '≤ 3 s',
      isMet: previewMs <= 3000,
      figures: { previews },
    },
    {
      key: 's′',
      title: `start of a message to ${recipients}`,
      ours: seconds(startMs),
      reference: `the bare insert ${seconds(bareMs)}`,
      reached: `${times.toFixed(1)} × the insert, +${growthMb.toFixed(0)} MB`,
      goal: '≤ 5 ×, ≤ 60 MB',
      isMet: times <= 5 && growthMb <= 60,
      figures: { startMs, bareMs, growthMb },
    },
  ]
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ mb: number }>(
    `select pg_total_relation_size('bulkrecipients')::float / 1048576 as mb`,
  )
  return rows[0]?.mb ?? 0
}

/** The same rows, as PostgreSQL alone would put them there. */
async function bareInsert(client: pg.Client, { database }: Bench, id: number): Promise<number> {
  const began = performance.now()
  await client.query(
    `insert into bulkrecipients (organisation_id, bulk_id, customer_id, is_promotional, channel,
       address, state)
     select organisation_id, $2, id, false, 'email', lower(coalesce(email, 'a' || id || '@b.nz')),
       'waiting' from customers where organisation_id = $1 and deleted_at is null`,
    [database.organisation_id, id],
  )
  const ms = performance.now() - began
  await client.query('delete from bulkrecipients where bulk_id = $1', [id])
  return ms
}

async function renderLine(bench: Bench): Promise<Line> {
  const office = openOffice(bench)
  try {
    const { firstId } = bench.database
    const ids = Array.from({ length: RENDERED }, (_, place) => firstId + place)
    const began = performance.now()
    const values = await office.read((conn) => customerLetters(conn, ids, { rows: false }))
    const whole = { ...words, text_loop: null, html: null }
    for (const one of values.values()) renderTemplate(whole, templateContexts.customer, one)
    const rate = (values.size / (performance.now() - began)) * 1000
    return {
      key: 't',
      title: `letters to ${values.size} customers, read and printed`,
      ours: `${rate.toFixed(0)}/s`,
      reference: '',
      reached: `${rate.toFixed(0)}/s`,
      goal: '≥ 3000/s',
      isMet: rate >= 3000,
      figures: { rate },
    }
  } finally {
    await office.close()
  }
}

async function sendLine(client: pg.Client, bench: Bench, sink: SmtpSink): Promise<Line> {
  const plain = await plainRate(sink)
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(id::int) as ids from (select id from customers where organisation_id = $1
       and email is not null and deleted_at is null order by id limit $2) c`,
    [bench.database.organisation_id, SENT],
  )
  const id = await draft(bench, { ids: rows[0]?.ids ?? [] })
  const preview = await call(bench, 'POST', '/bulkmessage/preview', { id })
  const began = performance.now()
  await call(bench, 'POST', '/bulkmessage/start', { id, count: preview.recipients })
  const ended = () => performance.now() - began > PATIENCE_MS
  while ((await call(bench, 'GET', `/bulkmessage?id=${id}`)).state === 'running') {
    if (ended()) throw new Error('The message to many does not end.')
    await sleep(100)
  }
  const rate = (Number(preview.recipients) / (performance.now() - began)) * 1000
  return {
    key: 'u',
    title: `a message to ${preview.recipients}, written, checked and sent without a limit`,
    ours: `${rate.toFixed(0)}/s`,
    reference: `a mail client that keeps nothing ${plain.toFixed(0)}/s`,
    reached: `${rate.toFixed(0)}/s, ${((rate / plain) * 100).toFixed(0)} % of it`,
    goal: '≥ 150/s',
    isMet: rate >= 150,
    figures: { rate, plain },
  }
}
