import { expect } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { addWorkingDays, isWorkingDay, nextWorkingDay } from '#domain/kit/working-day.ts'
import { followDebit } from '#server/directdebit/follow-debit.ts'
import type { ProviderDebitStatus } from '#server/integrations/direct-debit.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { testConfig } from './config.ts'
import { storeConnection, storeMandate } from './debit-rows.ts'
import { gone } from './ledger-bank-acts.ts'
import type { CommandOf } from './ledger-commands.ts'
import { centsOf, dollars, type LedgerLife, pick, reason } from './ledger-life.ts'
import { type Debit, type OwedPage, total } from './ledger-rules.ts'

const NOTICE_DAYS = 10
/** What the provider takes now is collected on the second working day. */
const BANK_DAYS = 2
/** Less is not worth a debit. */
const LEAST = 100

/** From now on every page that goes out is collected. */
export async function authorise(life: LedgerLife): Promise<boolean> {
  const { debiting, world, organisation_id, customer_id } = life
  if (debiting.isAuthorised) return false
  const own = { ...world, organisations: [organisation_id, 0] as [number, number] }
  await storeConnection(own)
  await storeMandate(own, customer_id)
  debiting.isAuthorised = true
  return true
}

type Forecast = Pick<Debit, 'day' | 'grants' | 'plan'>

/** What the rules of direct debit make of a page: when, how much of what, and whether at all. */
function forecast(life: LedgerLife, page: OwedPage, notice: number): Forecast | null {
  const { model, debiting } = life
  const isUnderWay = model.debits.some(
    (one) => one.state === 'with the bank' && one.page === page.id,
  )
  if (!debiting.isAuthorised || debiting.isFrozen || isUnderWay) return null
  if (page.id < 0 || page.heldSince !== null) return null
  const last = model.lastDay(page)
  const isOpen = model.discount(page) === 'open' && page.later !== page.inTime
  const canEarn = isOpen && model.today <= last
  const wanted = canEarn ? page.discountUntil : page.due
  const before = isWorkingDay(wanted) ? wanted : addWorkingDays(wanted, -1)
  const atBank = addWorkingDays(model.today, BANK_DAYS)
  const noticed = nextWorkingDay(addDays(model.today, notice))
  const day = [before, atBank, noticed].sort().at(-1) ?? before
  const grants = canEarn && day > last && atBank <= last
  const lost = isOpen && day > last && !grants ? page.later - page.inTime : 0
  const open = (item: OwedPage) => Math.max(0, model.balance(item) - model.promised(item))
  const carried = page.page.carried.flatMap(({ id, printed }) => {
    const item = model.invoices.find((one) => one.id === id)
    return item?.heldSince === null ? [{ id, amount: Math.min(printed, open(item)) }] : []
  })
  const plan = [...carried, { id: page.id, amount: open(page) + lost }]
  const real = plan.filter(({ amount }) => amount > 0)
  return total(real) < LEAST ? null : { day, grants, plan: real }
}

/** A page went out, or was let go: it is collected where it can be, and goes to the bank. */
export async function plannedFor(life: LedgerLife, page: number): Promise<void> {
  if (!life.debiting.isAuthorised) return
  const owed = life.model.invoices.find(({ id }) => id === page)
  await learnPlanned(life, page, owed ? forecast(life, owed, NOTICE_DAYS) : null)
}

interface StoredPlan {
  id: string
  charge_date: string
  grant_ppd: boolean
  plan: { key: string; amount: string }[]
}

async function learnPlanned(life: LedgerLife, page: number, expected: Forecast | null) {
  const { rows } = await life.world.owner.query<StoredPlan>(
    `select id, charge_date::text, grant_ppd, plan from invoicepayments
     where customer_id = $1 and debit_state = 'planned'`,
    [life.customer_id],
  )
  const planned = rows.map(({ charge_date, grant_ppd, plan }) => ({
    day: charge_date,
    grants: grant_ppd,
    plan: plan.map(({ key, amount }) => ({
      id: key.startsWith('a') ? -Number(key.slice(1)) : Number(key.slice(1)),
      amount: centsOf(amount),
    })),
  }))
  expect(planned).toEqual(expected ? [expected] : [])
  if (!expected) return
  const id = Number(rows[0]?.id)
  await follow(life, id, 'submitted')
  life.model.debits.push({ ...expected, id, page, state: 'with the bank' })
}

/** Somebody collects an invoice: with notice, or because the customer asked for it. */
export async function collect(life: LedgerLife, command: CommandOf<'collect'>): Promise<boolean> {
  const { model, customer_id } = life
  const page = pick(model.invoices, command.at)
  if (!page || page.id < 0 || !life.debiting.isAuthorised) return false
  const isOwed = model.balance(page) > 0
  const expected = isOwed ? forecast(life, page, command.isAskedFor ? 0 : NOTICE_DAYS) : null
  const whole = expected ? total(expected.plan) : 0
  const amount = command.share === 100 ? whole : Math.floor((whole * command.share) / 100)
  const made = await life.ask('POST', '/invoicepayment/collect', {
    ...{
      customer_id,
      invoice_id: page.id,
      requested_by_customer: command.isAskedFor,
      note: reason,
    },
    ...(command.share === 100 || amount === 0 ? {} : { amount: dollars(amount) }),
  })
  const isTooLittle = amount > 0 && amount < LEAST
  expect(made !== null).toBe(expected !== null && !isTooLittle)
  if (!made || !expected) return false
  await learnPlanned(life, page.id, { ...expected, plan: upTo(expected.plan, amount) })
  return true
}

/** The older items first, as the whole would have paid them. */
function upTo(plan: Debit['plan'], most: number): Debit['plan'] {
  let left = most
  return plan.flatMap(({ id, amount }) => {
    const some = Math.min(amount, left)
    left -= some
    return some > 0 ? [{ id, amount: some }] : []
  })
}

const from: Record<CommandOf<'debit'>['told'], Debit['state'][]> = {
  honoured: ['with the bank'],
  'paid out': ['confirmed'],
  'not honoured': ['with the bank', 'confirmed', 'paid out'],
  'taken back': ['paid out'],
  'given back': ['taken back'],
}

/** The provider tells of a debit; what was paid back of one that goes is another story. */
export async function tellOfDebit(
  life: LedgerLife,
  { at, told }: CommandOf<'debit'>,
): Promise<boolean> {
  const { model } = life
  const purseOf = ({ id }: Debit) => model.money.find((one) => one.id === id)
  const isWhole = (debit: Debit) => {
    const purse = purseOf(debit)
    return !purse || purse.left === purse.received
  }
  const fitting = model.debits.filter((one) => from[told].includes(one.state) && isWhole(one))
  const debit = pick(fitting, at)
  if (!debit) return false
  const purse = purseOf(debit)
  if (told === 'honoured') {
    await follow(life, debit.id, 'confirmed')
    model.confirm(debit)
  } else if (told === 'paid out') {
    await follow(life, debit.id, 'paid_out')
    if (purse) model.payOut(debit, purse)
  } else if (told === 'given back') {
    await follow(life, debit.id, 'paid_out')
    model.standAgain(debit)
  } else {
    await follow(life, debit.id, told === 'taken back' ? 'charged_back' : 'failed')
    if (told === 'taken back') life.debiting.isFrozen = true
    lose(life, debit, told === 'taken back' ? 'taken back' : 'over')
  }
  return true
}

/** What it was to pay is owed, and late from this day on. */
function lose(life: LedgerLife, debit: Debit, state: Debit['state']): void {
  const { model, fees } = life
  const purse = model.money.find((one) => one.id === debit.id)
  debit.state = state
  if (purse) gone(life, purse)
  else {
    for (const { id } of debit.plan) fees.reopened.set(id, model.today)
    model.decide()
  }
}

/** As the provider's events do, without asking one. */
async function follow(life: LedgerLife, id: number, status: ProviderDebitStatus): Promise<void> {
  const { world, organisation_id, model } = life
  const { database, clock } = world
  const signal = new AbortController().signal
  const job = { database, config: testConfig(), clock, signal, isLastAttempt: false }
  const ctx = systemContext(job, organisation_id, 'model')
  const word = { cause: 'other' as const, date: model.today }
  await database.write(scopeOf(ctx), (conn) => followDebit(ctx, conn, id, { status }, word))
}
