import { expect } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { runJob } from './billing.ts'
import type { Command } from './ledger-commands.ts'
import { type LedgerLife, pick, type Unsent } from './ledger-life.ts'
import type { Owed } from './ledger-rules.ts'

type CommandOf<D extends Command['do']> = Extract<Command, { do: D }>

const reason = 'Because of the model'
export const dollars = (cents: number) => (cents / 100).toFixed(2)
export const centsOf = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)

/** Does one thing through the API; where it was done, the model learns of it. */
export async function act(life: LedgerLife, command: Command): Promise<boolean> {
  switch (command.do) {
    case 'invoice':
    case 'credit': {
      const made = await draft(life, command)
      return made !== null && sendAtOnce(life, made)
    }
    case 'draft': {
      const made = await draft(life, command)
      if (made) life.unsent.push(made)
      return made !== null
    }
    case 'approve':
    case 'recalculate':
    case 'send':
    case 'delete':
    case 'cancel unsent':
      return unsent(life, command)
    case 'pay':
      return pay(life, command)
    case 'refund':
      return refund(life, command)
    case 'cancel payment':
    case 'grant with payment':
      return aboutPayment(life, command)
    case 'allocate':
    case 'unallocate':
      return byHand(life, command)
    case 'redo':
      return redo(life, command)
    case 'cancel invoice':
      return cancelInvoice(life, command)
    case 'hold':
    case 'release':
    case 'grant':
    case 'revoke':
    case 'write off':
    case 'waive':
      return aboutInvoice(life, command)
    case 'set':
      return set(life, command)
    case 'late fees':
      await runJob(life.world, chargeLateFeesJob)
      life.fees.raise()
      return true
    case 'wait':
      life.wait(command.days)
      await life.signIn()
      await runJob(life.world, settleDiscounts)
      life.fees.dropUnowed()
      return true
    default:
      return repeat(life, command.at)
  }
}

async function draft(
  life: LedgerLife,
  command: CommandOf<'invoice' | 'draft' | 'credit'>,
): Promise<Unsent | null> {
  const { customer_id, model, fees } = life
  const amount = command.do === 'credit' ? -command.amount : command.amount
  const contract = life.contracts[command.contract]
  // Each bills a day of its own, whatever became of the others.
  const day = life.nextDay()
  const due = command.do === 'credit' || command.due === null ? null : command.due
  const made = await life.ask('PUT', '/invoice', {
    customer_id,
    contract_id: contract,
    period_start: day,
    period_end: day,
    ...(due === null ? {} : { due_date: addDays(model.today, due) }),
    lines: [{ name: 'Energy', quantity: '1', rate: dollars(amount), unit: 'each' }],
  })
  if (!made) return null
  expect(centsOf(made.late_payment_fee_amount)).toBe(fees.take(made.id))
  return { id: made.id, since: null, granted: null }
}

async function sendAtOnce(life: LedgerLife, made: Unsent): Promise<boolean> {
  life.unsent.push(made)
  const sent = await life.ask('POST', '/invoice/approve', {
    ...{ id: made.id, send: true, posted: true },
    acknowledge: life.warnings,
  })
  if (sent?.invoiced_at) learnSent(life, made, sent)
  return sent !== null
}

/** The page prints what the model says it must. */
function learnSent(life: LedgerLife, { id, since, granted }: Unsent, row: SentRow): void {
  const { model, fees } = life
  const carried = model.toCarry()
  const owed = carried.reduce((sum, { printed }) => sum + printed, 0)
  const opening = owed - model.creditFor(id)
  const [inTime, later] = [row.discounted_total_this_period, row.undiscounted_total_this_period]
  expect({
    carried: (row.page_items ?? []).map((item) => ({
      id: item.invoice_id,
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
  fees.sent(id, centsOf(inTime))
  if (centsOf(inTime) < 0) {
    life.credits.push(id)
    model.giveCredit(id, -centsOf(inTime))
    return
  }
  model.send({
    id,
    due: row.due_date,
    discountUntil: row.discounted_date,
    inTime: centsOf(inTime),
    later: centsOf(later),
    granted,
    since: since ?? model.today,
    page: {
      carried,
      asked: [row.discounted_total, row.undiscounted_total].map(centsOf).filter((one) => one > 0),
    },
  })
}

interface SentRow {
  discounted_total_this_period: string
  undiscounted_total_this_period: string
  discounted_total: string
  undiscounted_total: string
  opening_balance: string
  due_date: string
  discounted_date: string
  page_items: { invoice_id: number; balance: string }[] | null
}

/** The steps of an invoice one by one, with anything between them. */
async function unsent(
  life: LedgerLife,
  { do: what, at }: CommandOf<'approve' | 'recalculate' | 'send' | 'delete' | 'cancel unsent'>,
): Promise<boolean> {
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
  if (what === 'send') {
    const sent = await life.ask('POST', '/invoice/send', { id, posted: true })
    if (sent) learnSent(life, one, sent)
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

async function pay(life: LedgerLife, command: CommandOf<'pay'>): Promise<boolean> {
  const { model, customer_id } = life
  const target = pick(model.invoices, command.at)
  const [printed = 0, printedLate = printed] = target?.page.asked ?? []
  const amount = {
    page: printed,
    'late page': printedLate,
    'still to pay': target ? model.stillToPay(target) : 0,
    part: Math.floor((target?.inTime ?? 0) / 3),
    over: (target?.later ?? 0) + command.amount,
    any: command.amount,
    clear: Math.max(1, (target?.inTime ?? 0) - 100),
    granted: target?.inTime ?? 0,
  }[command.how]
  const names = target && (command.isNamed || command.how === 'clear') ? target : undefined
  const date = addDays(model.today, -command.daysAgo)
  const made = await life.ask('PUT', '/invoicepayment', {
    ...{ customer_id, amount_incl_gst: dollars(amount), payment_date: date },
    payment_type: 'bank_transfer',
    invoice_id: names?.id ?? null,
    clearsinvoice: command.how === 'clear',
    grant_ppd: command.how === 'granted',
  })
  if (!made) return false
  const { id } = made
  if (names && command.how === 'granted') names.granted ??= id
  const asked = target && { target, amount, date, isNamed: names !== undefined }
  const before = asked && life.promises.before(asked)
  const purse = model.receive({
    ...{ id, kind: 'payment', date },
    received: amount,
    names: names?.id ?? null,
  })
  if (names && command.how === 'clear') model.close(names, purse)
  if (!names && command.how === 'granted') grantNewest(life, id)
  if (before) life.promises.paid(before, purse)
  return true
}

/** For the invoice it names, else the newest it pays. */
function grantNewest({ model }: LedgerLife, payment: number): boolean {
  const lies = model.lumps.filter(({ purse }) => purse.kind === 'payment' && purse.id === payment)
  const newest = lies.map(({ invoice }) => invoice).sort((a, b) => b.order - a.order)[0]
  if (newest) model.grant(newest, payment)
  return newest !== undefined
}

const payments = ({ model }: LedgerLife) => model.money.filter(({ kind }) => kind === 'payment')

async function refund(life: LedgerLife, command: CommandOf<'refund'>): Promise<boolean> {
  const { model } = life
  const purse = pick(payments(life), command.at)
  if (!purse) return false
  const amount = Math.max(1, Math.floor((purse.left * command.share) / 100))
  const lies = [...new Set(model.lumps.flatMap((l) => (l.purse === purse ? [l.invoice] : [])))]
  const chosen = command.outOf === null ? undefined : pick(lies, command.outOf)
  const done = await life.ask('POST', '/invoicepayment/refund', {
    ...{ id: purse.id, amount: dollars(amount), reason },
    ...(chosen ? { invoice_id: chosen.id } : {}),
  })
  if (!done) return false
  life.promises.moved(purse)
  model.refund(purse, amount, chosen)
  return true
}

async function aboutPayment(
  life: LedgerLife,
  { do: what, at }: CommandOf<'cancel payment' | 'grant with payment'>,
): Promise<boolean> {
  const { model } = life
  const purse = pick(payments(life), at)
  if (!purse) return false
  const { id } = purse
  const action = what === 'cancel payment' ? 'cancel' : 'grantppd'
  if (!(await life.ask('POST', `/invoicepayment/${action}`, { id, reason }))) return false
  if (what === 'cancel payment') {
    life.promises.moved(purse)
    for (const draft of life.unsent) if (draft.granted === id) draft.granted = null
    model.cancelPayment(purse)
    return true
  }
  const named = model.invoices.find((one) => one.id === purse.names)
  if (named) model.grant(named, id)
  else grantNewest(life, id)
  return true
}

async function byHand(
  life: LedgerLife,
  command: CommandOf<'allocate' | 'unallocate'>,
): Promise<boolean> {
  const { model } = life
  const purse = pick(payments(life), command.at)
  const invoice = pick(model.invoices, command.to)
  if (!purse || !invoice) return false
  const asked = { id: purse.id, invoice_id: invoice.id }
  if (command.do === 'unallocate') {
    if (!(await life.ask('POST', '/invoicepayment/unallocate', asked))) return false
    life.promises.moved(purse)
    model.unallocate(purse, invoice)
    return true
  }
  const amount = Math.max(1, Math.floor((invoice.inTime * command.share) / 100))
  const body = { ...asked, amount: dollars(amount) }
  if (!(await life.ask('POST', '/invoicepayment/allocate', body))) return false
  life.promises.moved(purse)
  life.promises.movedTo(invoice)
  model.allocate(purse, invoice, amount)
  return true
}

async function redo(life: LedgerLife, { at, isSent }: CommandOf<'redo'>): Promise<boolean> {
  const { model, fees } = life
  const old = pick(model.invoices, at)
  if (!old) return false
  const made = await life.ask('POST', '/invoice/redo', { id: old.id, reason })
  if (!made) return false
  const stood = ['earned', 'granted'].includes(model.discount(old)) ? (old.granted ?? 'word') : null
  fees.moveTo(made.id, old.id)
  goneFee(life, old.id)
  model.redo(old.id, made.id)
  const one: Unsent = { id: made.id, since: old.since, granted: stood }
  if (isSent) await sendAtOnce(life, one)
  else life.unsent.push(one)
  return true
}

async function cancelInvoice(
  life: LedgerLife,
  { at }: CommandOf<'cancel invoice'>,
): Promise<boolean> {
  const { model } = life
  const id = pick([...model.invoices.map((one) => one.id), ...life.credits], at)
  if (id === undefined) return false
  if (!(await life.ask('POST', '/invoice/cancel', { id, reason }))) return false
  life.fees.letGo(id)
  goneFee(life, id)
  life.promises.cancelled(id)
  life.credits = life.credits.filter((one) => one !== id)
  model.cancelInvoice(id)
  return true
}

/** A late fee for an invoice that is cancelled goes with it. */
function goneFee({ fees }: LedgerLife, invoice: number): void {
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

async function aboutInvoice(
  life: LedgerLife,
  { do: what, at }: CommandOf<keyof typeof calls>,
): Promise<boolean> {
  const { model } = life
  const invoice = pick(model.invoices, at)
  if (!invoice) return false
  const done = await life.ask('POST', `/invoice/${calls[what]}`, { id: invoice.id, reason })
  if (!done) return false
  const learn: Record<keyof typeof calls, (one: Owed) => void> = {
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
    waive: (one) => waiveFee(life, one),
  }
  learn[what](invoice)
  return true
}

function waiveFee({ fees }: LedgerLife, { id }: Owed): void {
  const fee = fees.about(id)
  if (fee) fees.takeBack(fee, { isForGood: true })
}

/** What is set changes nothing that was sent. */
async function set(life: LedgerLife, { setting }: CommandOf<'set'>): Promise<boolean> {
  await life.set(setting.name, setting.value)
  const { terms } = life.model
  if (setting.name === 'ppd_grace_working_days') terms.grace = setting.value
  else if (setting.name === 'ppd_tolerance_cents') terms.tolerance = setting.value
  else if (setting.name === 'ppd_needs_old_balance') terms.needsOld = setting.value
  else if (setting.name === 'late_fee_amount') terms.fee = centsOf(setting.value)
  else if (setting.name === 'late_fee_grace_days') terms.feeGrace = setting.value
  else terms.feeMinimum = centsOf(setting.value)
  return true
}

/** An earlier call, sent once more: it is answered as then, and nothing is done. */
async function repeat(life: LedgerLife, at: number): Promise<boolean> {
  const earlier = pick(life.done, at)
  if (!earlier) return false
  const again = await life.send(earlier)
  expect({ status: again.status, text: again.text }).toEqual(earlier.answer)
  return true
}
