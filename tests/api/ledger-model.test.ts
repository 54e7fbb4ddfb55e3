import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { invariants } from '#server/books/invariants.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { answerOnce } from '#server/kit/http/idempotency.ts'
import type { Route } from '#server/kit/http/route.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { testConfig } from '#tests/support/config.ts'
import { act, pick, type Run } from '#tests/support/ledger-acts.ts'
import {
  type Command,
  emptyModel,
  expected,
  lives,
  type Model,
  noteWaived,
} from '#tests/support/ledger-model.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const parts = process.env.HEAVY ? 20 : 6
const sequences = 50
const short = lives(14, { minLength: 1, maxLength: 10 })
const long = lives(60, { minLength: 15, maxLength: 60, size: 'medium' })
const anyLife = process.env.HEAVY
  ? fc.oneof({ weight: 8, arbitrary: short }, { weight: 1, arbitrary: long })
  : short
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

interface Life {
  world: World
  ctx: Context
  customer_id: number
  model: Model
  /** What was asked and done, each under a key of its own. */
  done: { key: string; command: Command }[]
  wait(days: number): void
}

/** One customer with a clock of their own, acted on by the same code the calls use. */
async function begin(world: World): Promise<Life> {
  let ahead = 0
  const clock = { now: () => new Date(Date.UTC(2026, 3, 1, 3) + ahead) }
  const organisation_id = world.organisations[0]
  const job = { database: world.database, config: testConfig(), clock }
  const signal = new AbortController().signal
  const system = systemContext({ ...job, signal, isLastAttempt: false }, organisation_id, 'model')
  // Somebody, since keys are kept for each person.
  const ctx: Context = { ...system, actor: { ...system.actor, user_id: world.userIds.admin } }
  const [row] = await world.database.write(scopeOf(ctx), (conn) =>
    conn.query<{ id: number }>(
      `insert into customers (organisation_id, name, charge_late_fee)
       values ($1, 'Model', true) returning id`,
      [organisation_id],
    ),
  )
  const wait = (days: number) => {
    ahead += days * 86_400_000
  }
  return { world, ctx, wait, customer_id: row?.id ?? 0, model: emptyModel(), done: [] }
}

async function compare({ ctx, conn, model, customer_id }: Run): Promise<void> {
  const { placed, total } = expected(model, todayOf(ctx))
  const [customer] = await conn.query<{ balance_total: string; account_credit: string }>(
    'select balance_total::text, account_credit::text from customers where id = $1',
    [customer_id],
  )
  const rows = await conn.query<{ id: number; balance: string; ppd_state: string }>(
    `select id, balance::text, ppd_state from invoices where customer_id = $1
       and invoice_status in ('invoiced', 'cleared', 'paid')
       and discounted_total_this_period >= 0 order by id`,
    [customer_id],
  )
  const ids = [...placed.balances.keys()].sort((a, b) => a - b)
  expect(rows).toEqual(
    ids.map((id) => ({
      id,
      balance: toDecimalString(placed.balances.get(id) ?? wholeCents(0)),
      ppd_state: placed.ppd.get(id),
    })),
  )
  if (model.invoices.length + model.payments.length + model.credits.length > 0)
    expect(customer).toEqual({
      balance_total: toDecimalString(total),
      account_credit: toDecimalString(placed.credit),
    })
  const charged = await conn.query<{ id: number }>(
    `select about_invoice_id as id from pending_charges f where customer_id = $1
       and charge_type = 'late_fee' and dropped_at is null
       and not exists (select from pending_charges c where c.credits_id = f.id)`,
    [customer_id],
  )
  expect(charged.filter(({ id }) => model.excused.has(id))).toEqual([])
  expect(await broken(conn, todayOf(ctx), customer_id)).toEqual([])
}

/** What must hold of the books and does not, asked under names so that nothing is planned twice. */
async function broken(conn: Conn, today: string, customer_id: number): Promise<string[]> {
  const found = await Promise.all(
    invariants.map(({ code, violated }, place) =>
      conn.query<{ detail: string }>(
        `select detail from (${violated.fragment}) v where $2::text is not null limit 5`,
        [[customer_id], today],
        `rule ${code} ${place}`,
      ),
    ),
  )
  return found.flatMap((rows, place) =>
    rows.map((row) => `${invariants[place]?.code}: ${row.detail}`),
  )
}

function waivedFees(conn: Conn, customer_id: number) {
  return conn.query<{ id: number; waived: string }>(
    `select t.invoice_id as id, (-sum(a.amount))::text as waived from transactions t
     join accounttransactions a on a.transaction_id = t.id and a.account = 1100
     where t.customer_id = $1 and t.event = 'fee_waived' group by t.invoice_id`,
    [customer_id],
  )
}

async function entriesOf(conn: Conn, customer_id: number): Promise<number> {
  const sql = 'select count(*) from transactions where customer_id = $1'
  const [row] = await conn.query<{ count: number }>(sql, [customer_id])
  return row?.count ?? 0
}

// What people ask is recorded under its key as every call is.
const asking: Route = {
  input: z.looseObject({}),
  answers: {},
  method: 'POST',
  path: '/model',
  summary: 'Whatever people do with money',
  policy: { from: 'user' },
  run: async () => ({}),
}

const runOf = ({ ctx, model, customer_id }: Life, conn: Conn): Run => ({
  ctx,
  conn,
  model,
  customer_id,
})

async function once(life: Life, command: Command): Promise<void> {
  const { ctx, customer_id, model, done } = life
  const key = randomUUID()
  let learn = () => {}
  await answerOnce(ctx, asking, key, command, {
    isUndone: false,
    work: async (conn) => {
      const learnt = await act(runOf(life, conn), command)
      const waived = await waivedFees(conn, customer_id)
      learn = () => {
        learnt()
        noteWaived(model, waived)
      }
      return { data: { place: done.length } }
    },
  })
  learn()
  done.push({ key, command })
}

/** An earlier call, sent once more: it is answered as then, and nothing is done. */
async function repeat({ ctx, done }: Life, at: number): Promise<void> {
  const earlier = pick(done, at)
  if (!earlier) return
  const answer = await answerOnce(ctx, asking, earlier.key, earlier.command, {
    isUndone: false,
    work: () => Promise.reject(new Error(`Done a second time: ${earlier.command.do}`)),
  })
  const body = JSON.stringify({ success: true, data: { place: done.indexOf(earlier) } })
  expect(answer).toEqual({ replayedBody: body, status: 200 })
}

async function live(world: World, list: readonly Command[]): Promise<void> {
  const life = await begin(world)
  const { ctx, customer_id } = life
  const scope = scopeOf(ctx)
  for (const command of list) {
    if (command.do === 'wait') life.wait(command.days)
    try {
      await (command.do === 'repeat' ? repeat(life, command.at) : once(life, command))
    } catch (error) {
      // What is refused changes nothing: the model does not hear of it.
      if (!(error instanceof Problem)) throw error
    }
    await world.database.read(scope, (conn) => compare(runOf(life, conn)))
  }
  // Everything is settled already: doing it once more books nothing.
  await world.database.write(scope, async (conn) => {
    const before = await entriesOf(conn, customer_id)
    await settleCustomer(ctx, conn, customer_id)
    expect(await entriesOf(conn, customer_id)).toBe(before)
  })
}

/** Sequences on books of their own, so that the last one is as quick as the first. */
async function part(place: number): Promise<void> {
  const world = await makeWorld()
  let done = 0
  try {
    await fc.assert(
      fc.asyncProperty(anyLife, async (list) => {
        await live(world, list)
        done += list.length
      }),
      { numRuns: sequences, seed: seed + place },
    )
  } finally {
    await world.close()
  }
  console.log(`SEED=${seed}: ${sequences} sequences, ${done} commands`)
}

// Two at a time: while one waits for the database the other computes.
test.each(Array.from({ length: parts / 2 }, (_, place) => place + 1))(
  `whatever people do with money, the books add up and say what the model says (%i of ${parts / 2})`,
  async (pair) => {
    await Promise.all([part(2 * pair - 1), part(2 * pair)])
  },
  600_000,
)
