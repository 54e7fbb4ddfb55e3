import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atLeast, type Role } from '#domain/access/role.ts'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { figureNamed, figures } from '#domain/reports/figures/all-figures.ts'
import type { FigureCard } from '#domain/reports/figures/dashboard-calls.ts'
import { type Figure, figureSets, roleOfSet, rowsOf } from '#domain/reports/figures/figure.ts'
import { figureFacts } from '#domain/reports/figures/figure-facts.ts'
import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { keepDays } from '#server/reports/figures/keep-days-job.ts'
import { keptSources } from '#server/reports/figures/live-amounts.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { query } from '#tests/support/cluster.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'

const staff = ['user', 'accounting', 'manager', 'admin'] as const
const HARBOUR = 1
// Some days after the demonstration’s own, at noon in Auckland.
const clock = { now: () => new Date('2026-11-18T23:00:00Z') }

// The demonstration has lost nobody in its month, no debit has failed today, and its books add up.
const TROUBLES = `set app.organisation_id = '1';
  update contracts set date_end = '2026-11-09' where id = (select id from contracts
    where contract_status = 'ended' and deleted_at is null and not exists (
      select from contracts o where o.connections && contracts.connections
        and o.date_start > contracts.date_start) order by id limit 1);
  insert into invoicepayments (organisation_id, payment_status, customer_id, invoice_id, payment_date,
    payment_type, amount_incl_gst, debit_state, modified_at)
    select 1, 'failed', customer_id, id, '2026-11-12', 'direct_debit', balance, 'failed',
      '2026-11-18T22:00Z'
    from invoices where invoice_status = 'invoiced' and balance > 0 order by id limit 1;
  insert into history (organisation_id, object_class, object_id, action, actor_name, source,
    created_at) select 1, 'invoicepayment', max(id), 'fail', 'The bank', 'job', '2026-11-18T22:00Z'
    from invoicepayments where payment_status = 'failed';
  insert into parked_accounts (organisation_id, customer_id, reason, parked_at)
    values (1, 1, 'An entry is missing.', now())`

let copy: TestDatabase
let database: Database
let app: FastifyInstance
const clients = new Map<string, Client>()

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  database = openDatabase({ url: copy.appUrl })
  app = await buildApp({ config: testConfig({ demo: true }), database, clock })
  await query(copy.ownerUrl, TROUBLES)
  for (const role of [...staff, 'padmin']) {
    const client = makeClient(app)
    expect((await client.signIn(role, demoPassword)).status).toBe(200)
    clients.set(role, client)
  }
})
afterAll(async () => {
  await app.close()
  await database.close()
  await copy.drop()
})

const as = (role: Role): Client => clients.get(role) ?? makeClient(app)

const facts = () =>
  figureFacts({
    now: Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()),
    contract_expiring_days: 90,
    answer_within: 8,
  })

async function cardsOf(role: Role): Promise<Map<string, FigureCard>> {
  const sets = figureSets.filter((set) => set !== 'system' && atLeast(role, roleOfSet[set]))
  const replies = await Promise.all(sets.map((set) => as(role).get('/dashboard', { set })))
  const cards = replies.flatMap(({ body }): FigureCard[] => body.data.cards)
  return new Map(cards.map((card) => [card.name, card]))
}

const mayRead = (role: Role) => figures.filter(({ from }) => atLeast(role, from))

interface Rows {
  total: number
  sum: string | null
}

/** What the list itself says of the rows that a figure names. */
async function listed(role: Role, figure: Figure): Promise<Rows> {
  const { list, params } = rowsOf(figure, facts())
  const asked = { ...params, limit: 1, ...(figure.sum ? { sum: figure.sum } : {}) }
  const { body, text } = await as(role).get(list, asked)
  expect(body.success, `${figure.name}: ${text.slice(0, 300)}`).toBe(true)
  return { total: body.info.total, sum: figure.sum ? body.info.sums[figure.sum] : null }
}

const plain = (amount: string | null, { isCredit }: Figure) =>
  new Exact(amount ?? 0).times(isCredit ? -1 : 1).toFixed(2)

describe.each(staff)('for %s', (role) => {
  test('each number is the total of the list it opens, to the cent and to the row', async () => {
    const cards = await cardsOf(role)
    expect([...cards.keys()].toSorted()).toEqual(
      mayRead(role)
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const figure of mayRead(role)) {
      const { value } = cards.get(figure.name) ?? { value: null }
      const { total, sum } = await listed(role, figure)
      if (figure.shows === 'count') expect(value, figure.name).toBe(String(total))
      if (figure.shows === 'sum') expect(value, figure.name).toBe(plain(sum, figure))
      if (!figure.isMine) expect(total, `there are rows of ${figure.name}`).toBeGreaterThan(0)
    }
  })

  test('sets and rows above the role are refused, and not computed', async () => {
    for (const set of figureSets) {
      const { status } = await as(role).get('/dashboard', { set })
      expect(status, set).toBe(atLeast(role, roleOfSet[set]) ? 200 : 403)
    }
    for (const figure of figures.filter(({ from, where }) => !where && !atLeast(role, from))) {
      const { list } = rowsOf(figure, facts())
      expect((await as(role).get(list, { figure: figure.name })).status, figure.name).toBe(403)
    }
  })
})

test('the file of each list has as many rows, and they add up to the number', async () => {
  const cards = await cardsOf('manager')
  for (const figure of mayRead('manager')) {
    const { csv, params } = rowsOf(figure, facts())
    const reply = await as('manager').get(csv, params)
    expect(reply.status, `${figure.name}: ${reply.text.slice(0, 200)}`).toBe(200)
    const [head = [], ...rows] = [...csvRecords(reply.text, ',')].map(({ fields }) => fields)
    const card = cards.get(figure.name)
    const { total } = await listed('manager', figure)
    expect(rows.length, figure.name).toBe(total)
    if (figure.shows === 'sum' && figure.sum) {
      const place = head.indexOf(figure.sum)
      const sum = rows.reduce((all, row) => all.plus(row[place] || 0), new Exact(0))
      expect(plain(sum.toFixed(2), figure), figure.name).toBe(card?.value)
    }
    if (figure.shows === 'days') expect(card?.value).toBe(medianDays(head, rows))
  }
})

function medianDays(head: string[], rows: string[][]): string {
  const [cleared, invoiced] = [head.indexOf('cleared_at'), head.indexOf('invoice_date')]
  const days = rows
    .map((row) => {
      const at = Temporal.Instant.from(row[cleared]?.replace(' ', 'T') ?? '')
      const day = at.toZonedDateTimeISO('Pacific/Auckland').toPlainDate()
      return Temporal.PlainDate.from(row[invoiced] ?? '').until(day).days
    })
    .toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [
    days[Math.floor((days.length - 1) / 2)],
    days[Math.ceil((days.length - 1) / 2)],
  ]
  return ((low + high) / 2).toFixed(1)
}

test('a contract of three connections is won three times, and lost where none follows on', async () => {
  const moves = async (move: string) => Number((await cardsOf('manager')).get(move)?.value)
  const before = { won: await moves('won'), lost: await moves('lost') }
  // Ours had two of them alone until the 9th; the third goes on with a contract of its own.
  const contract = `insert into contracts (organisation_id, contract_number, contract_status,
    customer_id, partner_id, date_start, date_end, connections) values `
  await query(
    copy.ownerUrl,
    `set app.organisation_id = '1';
     ${contract} (1, 'MOVE-1', 'ended', 1, 1, '2026-11-02', '2026-11-09', '{MOVE1,MOVE2,MOVE3}'),
       (1, 'MOVE-2', 'active', 1, 1, '2026-11-10', '2027-11-09', '{MOVE3}')`,
  )
  expect(await moves('won')).toBe(before.won + 3)
  expect(await moves('lost')).toBe(before.lost + 2)
  const { body } = await as('manager').get('/connectionmoves', { 'connection.like': 'MOVE' })
  const told = body.data.map((row: Record<string, string>) =>
    [row.day, row.move, row.connection].join(' '),
  )
  expect(told.toSorted()).toEqual([
    '2026-11-02 won MOVE1',
    '2026-11-02 won MOVE2',
    '2026-11-02 won MOVE3',
    '2026-11-09 lost MOVE1',
    '2026-11-09 lost MOVE2',
  ])
  expect(body.info.total).toBe(5)
  expect(Object.values(body.info.titles.contract)).toEqual(['MOVE-1'])
  const span = { from: '2026-11-01', to: '2026-11-19', group: 'entry' }
  const report = await as('manager').get('/report', { name: 'partners', ...span })
  const rows: { name: string; values: Record<string, number> }[] = report.body.data
  const mine = rows.filter(({ name }) => name.startsWith('MOVE')).map(({ values }) => values)
  expect(mine.filter(({ won }) => won === 1).length).toBe(3)
  expect(mine.filter(({ lost }) => lost === 1).length).toBe(2)
})

test('a figure that no list of that name has, or that filters name already, is refused', async () => {
  for (const [path, figure] of [
    ['/invoices', 'my_tasks'],
    ['/connectionmoves', 'won'],
    ['/contracts', 'nonsense'],
    ['/contracts', 'constructor'],
    ['/invoices', 'drafts'],
  ] as const) {
    const { status, body } = await as('admin').get(path, { figure })
    expect([status, body.errors?.[0].field], figure).toEqual([400, 'figure'])
  }
  expect((await as('admin').get('/dashboard', { set: 'everything' })).status).toBe(400)
})

test('a platform admin sees how many there are of each organisation, and no amount', async () => {
  const manager = await cardsOf('manager')
  for (const set of ['work', 'money', 'business'] as const) {
    const { body, text } = await as('padmin').get('/dashboard', { set, charts: '1' })
    const { cards, charts, organisations } = body.data
    expect([cards, charts]).toEqual([[], []])
    expect(organisations.length).toBe(2)
    expect(text).not.toMatch(/amount|value|balance|\d\.\d\d"/)
    const counts: { name: string; count: number }[] = organisations.find(
      ({ organisation_id }: { organisation_id: number }) => organisation_id === HARBOUR,
    ).counts
    for (const { name, count } of counts)
      if (figureNamed(name)?.shows === 'count')
        expect(String(count), name).toBe(manager.get(name)?.value)
  }
})

test('charts and cards agree with the books, asked for by other words', async () => {
  const business = (await as('manager').get('/dashboard', { set: 'business', charts: '1' })).body
    .data
  const money = (await as('manager').get('/dashboard', { set: 'money', charts: '1' })).body.data
  const inBooks = (text: string) =>
    database.read({ organisation_id: HARBOUR, user_id: null }, async (conn) => {
      const [row] = await conn.query<{ amount: string }>(text)
      return new Exact(row?.amount ?? 0).toFixed(2)
    })
  const card = (name: string) =>
    [...business.cards, ...money.cards].find((one: FigureCard) => one.name === name)?.value
  const chart = (name: string, of: string) =>
    [...business.charts, ...money.charts]
      .find((one) => one.name === name)
      .points.find((point: { of: string }) => point.of === of)
  const november = `between '2026-11-01' and '2026-11-19'`
  expect(card('billed')).toBe(
    await inBooks(`select -sum(amount) as amount from accounttransactions
      where account in (4000, 4010, 4020, 4030) and transaction_date ${november}`),
  )
  expect(chart('billed', '2026-11-01').value).toBe(card('billed'))
  expect(chart('billed', '2026-11-01').beside).toBe(card('received'))
  expect(chart('margin', '2026-11-01').value).toBe(card('margin'))
  const span = { name: 'margin', from: '2026-11-01', to: '2026-11-19' }
  const report = (await as('manager').get('/report', span)).body.info
  expect(report.totals.margin).toBe(card('margin'))
  expect(report.agrees.difference).toBe('0.00')
  expect(card('owed')).toBe(
    await inBooks(`select sum(balance_total + account_credit) as amount from customers`),
  )
  const aged = money.charts.find(({ name }: { name: string }) => name === 'ageing').points
  const sum = aged.reduce(
    (all: InstanceType<typeof Exact>, { value }: { value: string }) => all.plus(value),
    new Exact(0),
  )
  expect(sum.toFixed(2)).toBe(card('owed'))
  expect(
    await inBooks('select sum(discount_at_stake) as amount from invoices where deleted_at is null'),
    'what is at stake is what stands on 1190',
  ).toBe(
    await inBooks('select sum(amount) as amount from accounttransactions where account = 1190'),
  )
})

// Booked into a day that is over and summed up.
const LATE_ENTRY = `set app.organisation_id = '1';
  with e as (insert into transactions (organisation_id, event, transaction_date, amount, actor_name,
      source, request_id) values (1, 'manual', '2026-10-10', 7.77, 'Test', 'system', 'test')
    returning id)
  insert into accounttransactions (organisation_id, transaction_id, account, amount,
    transaction_date)
  select 1, id, x.account, x.amount, '2026-10-10' from e
    cross join (values (4010, -7.77), (3000, 7.77)) x (account, amount)`

test('kept days change nothing: the same answer before they are made, after, and after a change', async () => {
  const ask = async () => {
    const replies = await Promise.all(
      (['work', 'money', 'business'] as const).map((set) =>
        as('manager').get('/dashboard', { set, charts: '1' }),
      ),
    )
    return replies.map(({ body }) => ({ cards: body.data.cards, charts: body.data.charts }))
  }
  const live = await ask()
  for (const source of keptSources) await keepDays({ database, clock }, HARBOUR, source)
  const [marks] = await database.read({ organisation_id: HARBOUR, user_id: null }, (conn) =>
    conn.query<{ closed: number; dirty: number }>(`select (select count(*)::int
      from daytotal_marks where closed_to = '2026-11-18') as closed,
      (select count(*)::int from dirtydays) as dirty`),
  )
  expect(marks).toEqual({ closed: keptSources.length, dirty: 0 })
  expect(await ask()).toEqual(live)
  await query(copy.ownerUrl, LATE_ENTRY)
  const billed = (answers: typeof live): FigureCard =>
    answers[2]?.cards.find(({ name }: FigureCard) => name === 'billed')
  const [before, after] = [billed(live), billed(await ask())]
  expect(after.value).toBe(before.value)
  expect(after.before?.month).toBe(new Exact(before.before?.month ?? 0).plus('7.77').toFixed(2))
})

test('an instant belongs to Auckland’s day, wherever the server stands', async () => {
  const counted = async () => {
    const hint = (await cardsOf('manager')).get('days_to_pay')?.hint ?? ''
    return Number(/\d+/.exec(hint)?.[0])
  }
  const clearedAt = (moment: string) =>
    query(
      copy.ownerUrl,
      `set app.organisation_id = '1'; update invoices set cleared_at = '${moment}' where id =
        (select max(id) from invoices where invoice_status in ('cleared', 'paid'))`,
    )
  const zone = process.env.TZ
  for (const name of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
    process.env.TZ = name
    // Ninety days before 19 November is 21 August, which begins at noon of the 20th in Greenwich.
    await clearedAt('2026-08-20T12:00:00Z')
    const within = await counted()
    await clearedAt('2026-08-20T11:59:59Z')
    expect(await counted(), name).toBe(within - 1)
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})
