import pg from 'pg'
import { call, middle } from './api-call.ts'
import { besideRows } from './beside-rows.ts'
import type { Line } from './report.ts'
import { BARE, type Bench, type Scenario } from './scenarios.ts'

const OF_EACH = 10
const DEEP = 4000
const MARKS = 200

/**
 * A thread for every customer with ten messages in each, the last of them unread in every fourth. All
 * are older than a day: nobody is told of them while something is measured.
 */
const THREADS = `insert into threads (organisation_id, party, name, customer_id, state, unread,
    waiting_since, last_at, last_words, last_direction, last_type)
  select $1, 'customer ' || c.id, c.name, c.id, case when c.id % 4 = 0 then 'open' else 'done' end,
    case when c.id % 4 = 0 then 1 else 0 end, case when c.id % 4 = 0 then now() end,
    now() - interval '2 days' - make_interval(secs => c.id), 'Kia ora, a question about the last invoice', 'in', 'email'
  from customers c where c.organisation_id = $1 and c.deleted_at is null`
const MESSAGES = `insert into messages (organisation_id, type, direction, kind, subject, text_plain,
    status, customer_id, thread_id, sender, recipient, created_at, read_at)
  select $1, 'email', 'in', 'mail', 'A question', 'Kia ora, a question about the last invoice',
    'received', t.customer_id, t.id, 'customer@example.nz', 'office@example.nz',
    t.last_at - make_interval(hours => n), case when n > 1 or t.unread = 0 then now() end
  from threads t cross join generate_series(1, ${OF_EACH}) n where t.organisation_id = $1`
const LAST = `update threads t set last_id = m.id from (
    select thread_id, max(id) as id from messages where organisation_id = $1 group by 1) m
  where m.thread_id = t.id and t.organisation_id = $1`

interface InboxData {
  cursor: string
  last_at: string
  thread_id: number
}

let known: Promise<InboxData> | undefined

function inboxData(bench: Bench): Promise<InboxData> {
  known ??= prepare(bench)
  return known
}

async function prepare(bench: Bench): Promise<InboxData> {
  const { organisation_id, env } = bench.database
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    await client.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
    const { rows } = await client.query(
      'select 1 from threads where organisation_id = $1 limit 1',
      [organisation_id],
    )
    if (rows.length === 0) {
      console.log('Filling the inbox.')
      // What the triggers keep one by one is written as it would have been.
      await client.query('alter table messages disable trigger user')
      for (const text of [THREADS, MESSAGES, LAST]) await client.query(text, [organisation_id])
      await client.query('alter table messages enable trigger user')
      await client.query('analyze threads, messages')
    }
    const deep = await client.query<{ last_at: string; id: string }>(
      `select last_at, id from threads where organisation_id = $1 and state = 'open'
         and deleted_at is null order by last_at desc, id desc offset $2 limit 1`,
      [organisation_id, DEEP - 1],
    )
    const [row] = deep.rows
    if (!row) throw new Error('The inbox is too short for a deep page.')
    const last_at = new Date(row.last_at).toISOString()
    const thread_id = Number(row.id)
    return { last_at, thread_id, cursor: await deepCursor(bench) }
  } finally {
    await client.end()
  }
}

/** As somebody gets there who reads on and on. */
async function deepCursor({ port, session }: Bench): Promise<string> {
  let cursor = ''
  for (let read = 0; read < DEEP; read += 200) {
    const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const path = `/api/v1/threads?state=open&order=-last_at&limit=200${next}`
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: session.read })
    cursor = JSON.parse(await answer.text()).info.next_cursor
  }
  return cursor
}

const list = '/threads?state=open&order=-last_at&limit=50'
const where = `organisation_id = $1 and state = 'open' and deleted_at is null`
const order = 'order by last_at desc, id desc limit 50'

export const inboxScenarios: Scenario[] = [
  {
    key: 'v',
    title: 'inbox, first page of 25,000 open threads',
    goal: { of: BARE, share: 0.6 },
    async loads(bench) {
      await inboxData(bench)
      const text = `select * from threads where ${where} ${order}`
      return besideRows(bench, list, { name: 'v', text, values: [] })
    },
  },
  {
    key: 'v′',
    title: 'the same 4,000 deep, by cursor',
    goal: { of: BARE, share: 0.6 },
    async loads(bench) {
      const { cursor, last_at, thread_id } = await inboxData(bench)
      const text = `select * from threads where ${where}
        and (last_at, id) < ($2::timestamptz, $3::bigint) ${order}`
      const path = `${list}&cursor=${encodeURIComponent(cursor)}`
      return besideRows(bench, path, { name: 'v2', text, values: [last_at, thread_id] })
    },
  },
]

/** The same marks as PostgreSQL alone would set them, with its triggers and its disk. */
const BARE_MARK = `update messages set read_at = now(), version = version + 1
  where organisation_id = $1 and thread_id = $2 and direction = 'in' and not is_machine
    and read_at is null`

/** What it takes to mark a thread as read, one after the other, in turn with the bare statement. */
export async function unreadLine(bench: Bench): Promise<Line> {
  await inboxData(bench)
  const { organisation_id, env } = bench.database
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
  const unread = await client.query<{ id: string; last_id: string }>(
    `select id, last_id from threads where organisation_id = $1 and unread > 0
     order by id desc limit $2`,
    [organisation_id, 2 * MARKS],
  )
  const ours: number[] = []
  const bare: number[] = []
  for (const [place, { id, last_id }] of unread.rows.entries()) {
    const began = performance.now()
    if (place % 2 === 0)
      await call(bench, 'POST', '/thread/read', { id: Number(id), until_id: Number(last_id) })
    else await client.query({ name: 'mark', text: BARE_MARK, values: [organisation_id, id] })
    const times = place % 2 === 0 ? ours : bare
    times.push(performance.now() - began)
  }
  await client.end()
  const [ms, bareMs] = [middle(ours), middle(bare)]
  return {
    key: 'v″',
    title: 'a thread is marked as read',
    ours: `${ms.toFixed(1)} ms`,
    reference: `the statement alone ${bareMs.toFixed(1)} ms`,
    reached: `${ms.toFixed(1)} ms, ${(ms / bareMs).toFixed(1)} ×`,
    goal: '≤ 5 ms',
    isMet: ms <= 5,
    figures: { ours, bare },
  }
}

const POLLED = '/threads?unread.gt=0&order=-last_at&fields=name,last_at,last_direction&limit=20'
const BARE_POLL = `select id, name, last_at, last_direction, count(*) over () from threads
  where organisation_id = $1 and unread > 0 and deleted_at is null
  order by last_at desc, id desc limit 20`

/** What every open page asks three times a minute, one after the other beside the bare statement. */
export async function unreadMarkLine(bench: Bench): Promise<Line> {
  await inboxData(bench)
  const { organisation_id, env } = bench.database
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query(`select set_config('app.organisation_id', $1, false)`, [organisation_id])
  const ours: number[] = []
  const bare: number[] = []
  for (let place = 0; place < 2 * MARKS; place++) {
    const began = performance.now()
    if (place % 2 === 0) await call(bench, 'GET', POLLED)
    else await client.query({ name: 'poll', text: BARE_POLL, values: [organisation_id] })
    const times = place % 2 === 0 ? ours : bare
    times.push(performance.now() - began)
  }
  await client.end()
  const [ms, bareMs] = [middle(ours), middle(bare)]
  return {
    key: 'v‴',
    title: 'the mark of unread threads, as every page asks for it',
    ours: `${ms.toFixed(1)} ms`,
    reference: `the statement alone ${bareMs.toFixed(1)} ms`,
    reached: `${ms.toFixed(1)} ms`,
    goal: '≤ 5 ms',
    isMet: ms <= 5,
    figures: { ours, bare },
  }
}
