import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { reports } from '#domain/reports/report-list.ts'
import { bankInvariants } from '#server/books/bank-invariants.ts'
import { type Invariant, invariants } from '#server/books/invariants.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { commissionChecks } from '#server/commissions/commission-checks.ts'
import { scopeOf, todayOf } from '#server/kit/http/context.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { reportSources } from '#server/reports/report-sources.ts'
import { runReport } from '#server/reports/run-report.ts'
import { testConfig } from './config.ts'
import { act } from './ledger-acts.ts'
import { type Life, lives } from './ledger-commands.ts'
import { beginLife, dollars, type LedgerLife } from './ledger-life.ts'
import { total } from './ledger-rules.ts'
import { seed } from './seed.ts'
import { makeWorld, type World } from './world.ts'

// So many in each of two files; every run plays one of them.
const parts = process.env.HEAVY ? 20 : 6
const sequences = process.env.HEAVY ? 50 : 15
const short = lives(14, { minLength: 4, maxLength: 12, size: 'medium' })
const long = lives(60, { minLength: 15, maxLength: 60, size: 'medium' })
const anyLife = process.env.HEAVY
  ? fc.oneof({ weight: 8, arbitrary: short }, { weight: 1, arbitrary: long })
  : short
/** How often each thing was asked for, and done. */
const tally = new Map<string, { asked: number; done: number }>()

/** What the model says of the account, in the words of the database. */
function believed({ model, fees }: LedgerLife) {
  const owed = model.invoices.reduce((sum, invoice) => sum + model.balance(invoice), 0)
  return {
    customer: {
      balance_total: dollars(owed - model.credit()),
      account_credit: dollars(model.credit()),
    },
    invoices: model.invoices
      .map((invoice) => {
        const lies = model.lies(invoice)
        const writtenOff = total(invoice.writtenOff)
        const isPaid = lies.every(({ purse }) => purse.kind === 'credit' || purse.isOnBank)
        const settled = isPaid && (lies.length > 0 || writtenOff === 0) ? 'paid' : 'cleared'
        return {
          id: invoice.id,
          status: model.balance(invoice) > 0 ? 'invoiced' : settled,
          balance: dollars(model.balance(invoice)),
          discount: model.discount(invoice),
          written_off: dollars(writtenOff),
          due: invoice.due,
        }
      })
      .sort((a, b) => a.id - b.id),
    lies: summed(
      model.lumps.map(({ purse, invoice, amount, byHand }) => ({
        at: `${purse.kind} ${purse.id} on ${invoice.id}${byHand ? ' by hand' : ''}`,
        amount,
      })),
    ),
    aside: summed(
      model.money.flatMap((purse) => [
        ...purse.kept.map(({ draft, amount }) => ({
          at: `${purse.kind} ${purse.id} reserved ${draft}`,
          amount,
        })),
        { at: `${purse.kind} ${purse.id} waiting`, amount: purse.waiting },
        ...purse.paidBack.map(({ invoice, amount }) => ({
          at: `${purse.kind} ${purse.id} paid_back ${invoice}`,
          amount,
        })),
      ]),
    ),
    fees: fees.list
      .filter((fee) => !fee.isDropped)
      .map((fee) => `${dollars(fee.amount)} about ${fee.about} on ${fee.billedBy}`)
      .sort(),
  }
}

function summed(parts: { at: string; amount: number }[]): string[] {
  const groups = Map.groupBy(parts, ({ at }) => at)
  return [...groups]
    .filter(([, group]) => total(group) > 0)
    .map(([at, group]) => `${at}: ${dollars(total(group))}`)
    .sort()
}

// Everything in one answer, since it is asked for after every step.
const STORED = `select
  (select json_build_object('balance_total', coalesce(balance_total, 0)::numeric(14,2)::text,
      'account_credit', coalesce(account_credit, 0)::numeric(14,2)::text)
    from customers where id = $1) as customer,
  (select coalesce(json_agg(x order by id), '[]') from (
    select id, invoice_status as status, balance::text, ppd_state as discount,
      coalesce(written_off, 0)::numeric(14,2)::text as written_off, due_date as due
    from invoices where customer_id = $1 and discounted_total_this_period >= 0
      and invoice_status in ('invoiced', 'cleared', 'paid') and deleted_at is null
    union all select -id, adjustment_status, balance::text, 'granted', written_off::text, due_date
    from adjustments where customer_id = $1 and side = 'debit'
      and adjustment_status <> 'cancelled') x) as invoices,
  (select coalesce(json_agg(x order by x), '[]') from (
    select coalesce('payment ' || invoicepayment_id, 'credit ' ||
        coalesce(credit_invoice_id, -credit_adjustment_id)) || ' on '
      || coalesce(invoice_id, -adjustment_id) || case when is_manual then ' by hand' else '' end
      || ': ' || sum(amount) as x
    from allocations where customer_id = $1
    group by invoicepayment_id, credit_invoice_id, credit_adjustment_id, invoice_id, adjustment_id,
      is_manual) l) as lies,
  (select coalesce(json_agg(x order by x), '[]') from (
    select coalesce('payment ' || invoicepayment_id, 'credit ' ||
        coalesce(credit_invoice_id, -credit_adjustment_id)) || ' ' || purpose
      || coalesce(' ' || coalesce(invoice_id, -adjustment_id), '') || ': ' || sum(amount) as x
    from money_set_aside where customer_id = $1
    group by invoicepayment_id, credit_invoice_id, credit_adjustment_id, purpose, invoice_id,
      adjustment_id) l) as aside,
  (select coalesce(json_agg(x order by x), '[]') from (
    select amount || ' about ' || coalesce(about_invoice_id::text, 'null') || ' on '
      || coalesce(invoice_id::text, 'null') as x
    from pending_charges where customer_id = $1 and dropped_at is null) l) as fees`

const askedOf = (rules: readonly Pick<Invariant, 'code' | 'violated'>[]) =>
  rules
    .map(
      ({ code, violated }) =>
        `select '${code}: ' || detail as broken from (${violated.fragment}) v`,
    )
    .join(' union all ')
const RULES = askedOf(invariants)
// Of lines no single customer is meant: they are asked when a life is over.
const LINES = askedOf(bankInvariants)

async function compare(life: LedgerLife): Promise<void> {
  const { world, customer_id } = life
  const { owner } = world
  const stored = await owner.query({ name: 'stored', text: STORED, values: [customer_id] })
  const { lies, aside, fees, ...rest } = stored.rows[0]
  expect({ ...rest, lies: lies.sort(), aside: aside.sort(), fees: fees.sort() }).toEqual(
    believed(life),
  )
  life.promises.check()
}

async function obeyRules({ world, customer_id }: LedgerLife): Promise<void> {
  const { owner } = world
  const values = [[customer_id], todayOf(world)]
  const broken = await owner.query({ name: 'rules', text: `${RULES} limit 9`, values })
  expect(broken.rows).toEqual([])
}

async function live(world: World, { list, ...begun }: Life): Promise<void> {
  const life = await beginLife(world, begun)
  for (const command of list) {
    const wasSettled = life.model.invoices.filter((one) => life.model.balance(one) === 0)
    const count = tally.get(command.do) ?? { asked: 0, done: 0 }
    tally.set(command.do, count)
    count.asked += 1
    const isDone = await act(life, command)
    if (isDone) count.done += 1
    for (const invoice of wasSettled)
      if (life.model.balance(invoice) > 0) life.fees.reopened.set(invoice.id, life.model.today)
    await compare(life)
    // What was refused has changed nothing, and nothing is as it was.
    if (isDone) await obeyRules(life)
    if (isDone && process.env.HEAVY) await partnersHold(life)
  }
  await partnersHold(life)
  await settleAgain(life)
  if (process.env.HEAVY || life.organisation_id % 3 === 0) await reportsAgree(life)
  const lines = await world.owner.query({ name: 'lines', text: LINES, values: [null] })
  expect(lines.rows).toEqual([])
}

function officeOf({ world: { database, clock }, organisation_id }: LedgerLife) {
  const signal = new AbortController().signal
  const job = { database, config: testConfig(), clock, signal, isLastAttempt: false }
  return systemContext(job, organisation_id, 'model')
}

/** How many entries partners had, so that nothing is proved of nobody. */
let earned = 0
const partnersChecks = commissionChecks.filter(({ code }) => code === 'C1' || code === 'C2')

/** What partners earned is what invoices give as they stand, and what the books owe them. */
async function partnersHold(life: LedgerLife): Promise<void> {
  const ctx = officeOf(life)
  const { found, entries } = await life.world.database.read(scopeOf(ctx), async (conn) => {
    const broken = partnersChecks.map(({ find }) => find(conn, [life.customer_id]))
    const [counted] = await conn.query<{ count: string }>('select count(*) from commissions')
    return { found: (await Promise.all(broken)).flat(), entries: Number(counted?.count) }
  })
  expect(found).toEqual([])
  earned += entries
}

const agreeing = ['receivables', 'payables', 'gst', 'margin', 'discounts'] as const

/** Whatever happened, every report about money comes to what the books say by a plain question. */
async function reportsAgree(life: LedgerLife): Promise<void> {
  const ctx = officeOf(life)
  const days = { from: '2025-01-01', to: addDays(todayOf(ctx), 400) }
  for (const name of agreeing) {
    const definition: ReportDefinition = reports[name]
    const asked = { name, ...(definition.spans === 'period' ? days : {}) }
    const { facts } = await runReport(ctx, definition, reportSources[name], asked)
    expect(facts.agrees, name).toMatchObject({ difference: '0.00' })
  }
}

/** Everything is settled already: doing it once more books nothing. */
async function settleAgain(life: LedgerLife): Promise<void> {
  const { world, customer_id } = life
  const { database, owner } = world
  const ctx = officeOf(life)
  const entries = async () =>
    (await owner.query('select count(*) from transactions where customer_id = $1', [customer_id]))
      .rows[0]?.count
  const before = await entries()
  await database.write(scopeOf(ctx), (conn) =>
    settleCustomer(ctx, conn, customer_id, { because: 'Looked at once more.' }),
  )
  expect(await entries()).toBe(before)
}

/** Sequences on books of their own, so that the last one is as quick as the first. */
async function part(place: number): Promise<void> {
  const world = await makeWorld()
  // To plan all the rules anew takes PostgreSQL far longer than to look at one customer.
  await world.owner.query('set plan_cache_mode = force_generic_plan')
  try {
    await fc.assert(
      fc.asyncProperty(anyLife, (life) => live(world, life)),
      // To make a long life shorter takes longer than to live all the others: it is named as it is.
      { numRuns: sequences, seed: seed + place, endOnFailure: Boolean(process.env.HEAVY) },
    )
  } finally {
    await world.close()
  }
}

/** Plays one half of the lives; no two halves play the same. */
export function playLives(half: 1 | 2): void {
  const pairs = Array.from({ length: parts / 2 }, (_, place) => place + 1)
  const before = (half - 1) * parts
  // Shows: R15
  describe('whatever people do with money, the books say what the model says', () => {
    // Two at a time: while one waits for the database the other computes.
    test.each(pairs)(
      `%i of ${pairs.length}`,
      async (pair) => {
        await Promise.all([part(before + 2 * pair - 1), part(before + 2 * pair)])
      },
      // A hundred long lives beside other work take their time, and that is no defect.
      1_800_000,
    )
  })

  test('everything that people can do was done', () => {
    expect([...tally].filter(([, { done }]) => done === 0)).toEqual([])
    expect(earned).toBeGreaterThan(0)
  })

  afterAll(() => {
    const counts = [...tally].map(([name, { asked, done }]) => `${name} ${done} of ${asked}`)
    console.log(`SEED=${seed}: ${counts.sort().join(', ')}`)
  })
}
