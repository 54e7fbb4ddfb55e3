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
import { keptSources } from '#server/reports/figures/kept-days.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'

const staff = ['user', 'accounting', 'manager', 'admin'] as const
const HARBOUR = 1
const clock = { now: () => new Date() }

let copy: TestDatabase
let database: Database
let app: FastifyInstance
const clients = new Map<string, Client>()

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  database = openDatabase({ url: copy.appUrl })
  app = await buildApp({ config: testConfig({ demo: true }), database, clock })
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
    expect([...cards.keys()].toSorted()).toEqual(mayRead(role).map(({ name }) => name).toSorted())
    for (const figure of mayRead(role)) {
      const { value } = cards.get(figure.name) ?? { value: null }
      const { total, sum } = await listed(role, figure)
      if (figure.shows === 'count') expect(value, figure.name).toBe(String(total))
      if (figure.shows === 'sum') expect(value, figure.name).toBe(plain(sum, figure))
      expect(total, `the demonstration has rows of ${figure.name}`).toBeGreaterThan(-1)
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
