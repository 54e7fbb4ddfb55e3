import { expect } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { dayIn } from './days.ts'
import type { CommandOf } from './ledger-commands.ts'
import { plannedFor } from './ledger-debit-acts.ts'
import { centsOf, dollars, type LedgerLife, pick, reason, type Unsent } from './ledger-life.ts'
import type { OwedPage } from './ledger-rules.ts'

export async function draft(
  life: LedgerLife,
  command: CommandOf<'invoice' | 'draft' | 'credit'>,
): Promise<Unsent | null> {
  const { customer_id, model, fees } = life
  const amount = command.do === 'credit' ? -command.amount : command.amount
  const contract = life.contracts[command.contract]
  // Each bills a day of its own, whatever became of the others.
  const day = life.nextDay()
  const due = command.do === 'credit' || command.due === null ? null : command.due
  const lines = [{ name: 'Energy', quantity: '1', rate: dollars(amount), unit: 'each' }]
  const days = { period_start: day, period_end: day }
  const made = await life.ask('PUT', '/invoice', {
    customer_id,
    contract_id: contract,
    ...days,
    ...(due === null ? {} : { due_date: addDays(model.today, due) }),
    ...(life.billing === 'standard'
      ? { lines }
      : { bill: { ...days, ...supplierSays(day, command.contract), lines } }),
  })
  if (!made) return null
  const { billing, split_collection } = made
  expect(billing === 'standard' ? billing : split_collection).toBe(life.billing)
  expect(centsOf(made.late_payment_fee_amount)).toBe(fees.take(made.id))
  return { id: made.id, since: null, granted: null }
}

/** What is printed on the bill that is passed on; its discount is the supplier's. */
const supplierSays = (day: string, contract: number) => ({
  supplier_statement_number: `S ${day}`,
  supplier_due_date: dayIn(31),
  ppd_percent: contract === 0 ? '10' : '0',
})

export async function sendAtOnce(life: LedgerLife, made: Unsent): Promise<boolean> {
  life.unsent.push(made)
  const sent = await life.ask('POST', '/invoice/approve', {
    ...{ id: made.id, send: true, posted: true },
    acknowledge: life.warnings,
  })
  if (sent?.invoiced_at) await learnSent(life, made, sent)
  return sent !== null
}

/** The page prints what the model says it must. */
async function learnSent(
  life: LedgerLife,
  { id, since, granted }: Unsent,
  row: SentRow,
): Promise<void> {
  const { model, fees } = life
  const carried = model.toCarry()
  const owed = carried.reduce((sum, { printed }) => sum + printed, 0)
  // Through us, what the supplier's books say beyond ours is asked for as well.
  const difference = centsOf(row.supplier_difference)
  const opening = owed - model.creditFor(id) + difference
  const [inTime, later] = [row.discounted_total_this_period, row.undiscounted_total_this_period]
  expect({
    carried: (row.page_items ?? []).map((item) => ({
      id: item.adjustment_id ? -item.adjustment_id : item.invoice_id,
      printed: centsOf(item.balance),
    })),
    opening: row.opening_balance,
    asked: [row.discounted_total, row.undiscounted_total],
  }).toEqual({
    carried,
    opening: dollars(opening),
    asked: [dollars(opening + centsOf(inTime)), dollars(opening + centsOf(later))],
  })
  life.unsent = life.unsent.filter((one) => one.id !== id)
  fees.sent(id)
  if (centsOf(inTime) < 0) {
    life.credits.push(id)
    model.creditPages.push({ id, due: row.due_date, carried })
    model.giveCredit(id, -centsOf(inTime))
    return
  }
  model.send({
    id,
    due: row.due_date,
    discountUntil: row.discounted_date,
    inTime: centsOf(inTime) + difference,
    later: centsOf(later) + difference,
    granted,
    since: since ?? model.today,
    page: {
      carried,
      asked: [row.discounted_total, row.undiscounted_total].map(centsOf).filter((one) => one > 0),
    },
  })
  await plannedFor(life, id)
}

interface SentRow {
  discounted_total_this_period: string
  undiscounted_total_this_period: string
  discounted_total: string
  undiscounted_total: string
  opening_balance: string
  supplier_difference: string | null
  due_date: string
  discounted_date: string
  page_items: { invoice_id: number; adjustment_id?: number | null; balance: string }[] | null
}

/** The steps of an invoice one by one, with anything between them. */
export async function unsent(
  life: LedgerLife,
  command: CommandOf<'approve' | 'recalculate' | 'send' | 'delete' | 'cancel unsent'>,
): Promise<boolean> {
  const { do: what, at } = command
  const one = pick(life.unsent, at)
  if (!one) return false
  const { id } = one
  if (what === 'approve')
    return (await life.ask('POST', '/invoice/approve', { id, acknowledge: life.warnings })) !== null
  if (what === 'recalculate') {
    const anew = await life.ask('POST', '/invoice/recalculate', { id })
    if (anew) expect(centsOf(anew.late_payment_fee_amount)).toBe(life.fees.take(id))
    return anew !== null
  }
  if (command.do === 'send') {
    const { new_dates } = command
    const sent = await life.ask('POST', '/invoice/send', { id, posted: true, new_dates })
    if (sent) await learnSent(life, one, sent)
    return sent !== null
  }
  const gone =
    what === 'delete'
      ? await life.ask('DELETE', '/invoice', { id })
      : await life.ask('POST', '/invoice/cancel', { id, reason })
  if (gone === null) return false
  life.unsent = life.unsent.filter((other) => other !== one)
  life.fees.letGo(id)
  life.model.giveUp(id)
  return true
}

export async function redo(life: LedgerLife, { at, isSent }: CommandOf<'redo'>): Promise<boolean> {
  const { model, fees } = life
  const old = pick(model.invoices, at)
  if (!old || old.id < 0) return false
  const made = await life.ask('POST', '/invoice/redo', { id: old.id, reason })
  if (!made) return false
  const stood = ['earned', 'granted'].includes(model.discount(old)) ? (old.granted ?? 'word') : null
  fees.moveTo(made.id, old.id)
  model.atOnce(() => {
    goneFee(life, old.id)
    model.redo(old.id, made.id)
  })
  const one: Unsent = { id: made.id, since: old.since, granted: stood }
  if (isSent) await sendAtOnce(life, one)
  else life.unsent.push(one)
  return true
}

export async function cancelInvoice(
  life: LedgerLife,
  { at }: CommandOf<'cancel invoice'>,
): Promise<boolean> {
  const { model } = life
  const id = pick([...model.invoices.map((one) => one.id), ...life.credits], at)
  if (id === undefined) return false
  const call = id > 0 ? '/invoice/cancel' : '/adjustment/reverse'
  if (!(await life.ask('POST', call, { id: Math.abs(id), reason }))) return false
  life.fees.letGo(id)
  life.promises.cancelled(id)
  life.credits = life.credits.filter((one) => one !== id)
  model.atOnce(() => {
    goneFee(life, id)
    model.cancelInvoice(id)
  })
  return true
}

/** A late fee for an invoice that is cancelled goes with it. */
export function goneFee({ fees }: LedgerLife, invoice: number): void {
  const fee = fees.about(invoice)
  if (fee) fees.takeBack(fee, { isForGood: false })
}

const calls = {
  hold: 'hold',
  release: 'release',
  grant: 'grantppd',
  revoke: 'revokeppd',
  'write off': 'writeoff',
  waive: 'waivefee',
} as const

export async function aboutInvoice(
  life: LedgerLife,
  { do: what, at }: CommandOf<keyof typeof calls>,
): Promise<boolean> {
  const { model } = life
  const invoice = pick(model.invoices, at)
  if (!invoice) return false
  const isAdjustment = invoice.id < 0
  if (isAdjustment && !['hold', 'release', 'write off'].includes(what)) return false
  const call = `/${isAdjustment ? 'adjustment' : 'invoice'}/${calls[what]}`
  const done = await life.ask('POST', call, { id: Math.abs(invoice.id), reason })
  if (!done) return false
  const learn: Record<keyof typeof calls, (one: OwedPage) => void> = {
    hold: (one) => model.hold(one),
    release: (one) => model.release(one),
    grant: (one) => model.grant(one, 'word'),
    revoke: (one) => {
      life.promises.movedTo(one)
      model.revoke(one)
    },
    'write off': (one) => {
      model.writeOff(one)
      waiveFee(life, one)
    },
    waive: (one) => {
      // The invoice it waits on to go out is a draft again, without it.
      life.fees.takeOffDraft(one.id)
      waiveFee(life, one)
    },
  }
  learn[what](invoice)
  if (what === 'release' && !isAdjustment) await plannedFor(life, invoice.id)
  return true
}

function waiveFee({ fees }: LedgerLife, { id }: OwedPage): void {
  const fee = fees.about(id)
  if (fee) fees.takeBack(fee, { isForGood: true })
}

/** The customer is given longer, for the discount and for the invoice. */
export async function laterDates(
  life: LedgerLife,
  { at, days }: CommandOf<'later dates'>,
): Promise<boolean> {
  const { model } = life
  const invoice = pick(model.invoices, at)
  if (!invoice || invoice.id < 0) return false
  const { id } = invoice
  const due_date = addDays(invoice.due, days)
  const discounted_date = addDays(invoice.discountUntil, days)
  const version = await life.version(id)
  const body = { id, version, due_date, discounted_date, reason }
  if (!(await life.ask('POST', '/invoice', body))) return false
  model.giveLonger(invoice, due_date, discounted_date)
  return true
}

/** Something is owed, or given, without an invoice. */
export async function adjust(life: LedgerLife, command: CommandOf<'adjust'>): Promise<boolean> {
  const { model, customer_id } = life
  const { kind, isDebit, with_gst, amount } = command
  const due = addDays(model.today, command.due)
  const made = await life.ask('PUT', '/adjustment', {
    ...{ customer_id, kind, side: isDebit ? 'debit' : 'credit', with_gst, reason },
    amount: dollars(amount),
    ...(isDebit ? { due_date: due } : {}),
  })
  if (!made) return false
  if (isDebit) model.adjust(-made.id, amount, due)
  else {
    life.credits.push(-made.id)
    model.giveCredit(-made.id, amount)
  }
  return true
}
