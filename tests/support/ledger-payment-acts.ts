import { addDays } from '#domain/kit/day-number.ts'
import type { CommandOf } from './ledger-commands.ts'
import { goneFee } from './ledger-invoice-acts.ts'
import { dollars, type LedgerLife, pick, reason } from './ledger-life.ts'
import type { OwedPage } from './ledger-rules.ts'

export async function pay(life: LedgerLife, command: CommandOf<'pay'>): Promise<boolean> {
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
    ...(names ? itemOf(names) : {}),
    clearsinvoice: command.how === 'clear',
    grant_ppd: command.how === 'granted',
  })
  if (!made) return false
  const { id } = made
  const invoice = names && names.id > 0 ? names : undefined
  if (invoice && command.how === 'granted') invoice.granted ??= id
  const asked = target && { target, amount, date, isNamed: names !== undefined }
  const before = asked && life.promises.before(asked)
  const purse = model.receive({
    ...{ id, kind: 'payment', date },
    received: amount,
    names: names?.id ?? null,
  })
  if (invoice && command.how === 'clear') model.close(invoice, purse)
  if (!invoice && command.how === 'granted') grantNewest(life, id)
  if (before) life.promises.paid(before, purse)
  return true
}

/** For the invoice it names, else the newest it pays. */
function grantNewest({ model }: LedgerLife, payment: number): boolean {
  const lies = model.lumps.filter(({ purse }) => purse.kind === 'payment' && purse.id === payment)
  const invoices = lies.map(({ invoice }) => invoice).filter((one) => one.id > 0)
  const newest = invoices.sort((a, b) => b.order - a.order)[0]
  if (newest) model.grant(newest, payment)
  return newest !== undefined
}

const itemOf = ({ id }: Pick<OwedPage, 'id'>) =>
  id > 0 ? { invoice_id: id } : { adjustment_id: -id }

const payments = ({ model }: LedgerLife) => model.money.filter(({ kind }) => kind === 'payment')

export async function refund(life: LedgerLife, command: CommandOf<'refund'>): Promise<boolean> {
  const { model } = life
  const purse = pick(payments(life), command.at)
  if (!purse) return false
  const amount = Math.max(1, Math.floor((purse.left * command.share) / 100))
  const lies = [...new Set(model.lumps.flatMap((l) => (l.purse === purse ? [l.invoice] : [])))]
  const chosen = command.outOf === null ? undefined : pick(lies, command.outOf)
  const done = await life.ask('POST', '/invoicepayment/refund', {
    ...{ id: purse.id, amount: dollars(amount), reason },
    ...(chosen ? itemOf(chosen) : {}),
    ...(command.invoice_outcome ? { invoice_outcome: command.invoice_outcome } : {}),
  })
  if (!done) return false
  life.promises.moved(purse)
  model.atOnce(() => {
    const gone = model.refund(purse, amount, chosen, command.invoice_outcome === 'reopened')
    if (gone) feesOfRefunded(life, gone.id, command.invoice_outcome === 'written_off')
  })
  return true
}

/** An invoice without money is taken back as a cancelled one is, or given up as it is. */
function feesOfRefunded(life: LedgerLife, id: number, isGivenUp: boolean): void {
  if (isGivenUp) life.fees.closed(id)
  else {
    life.fees.letGo(id)
    goneFee(life, id)
  }
}

/** Credit that was given leaves for the customer's bank: as a refund does, and out of no invoice. */
export async function payOut(life: LedgerLife, command: CommandOf<'pay out'>): Promise<boolean> {
  const { model, customer_id } = life
  const credits = model.money.filter((one) => one.kind === 'credit' && model.unallocated(one) > 0)
  const purse = pick(credits, command.at)
  if (!purse) return false
  const amount = Math.max(1, Math.floor((model.unallocated(purse) * command.share) / 100))
  const made = await life.ask('PUT', '/invoicepayment', {
    ...{ customer_id, amount_incl_gst: `-${dollars(amount)}`, payment_date: model.today },
    ...{ payment_type: 'bank_transfer', ...itemOf(purse) },
  })
  if (!made) return false
  life.promises.moved(purse)
  model.refund(purse, amount, undefined)
  return true
}

export async function aboutPayment(
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
  const named = model.invoices.find((one) => one.id === purse.names && one.id > 0)
  if (named) model.grant(named, id)
  else grantNewest(life, id)
  return true
}

export async function byHand(
  life: LedgerLife,
  command: CommandOf<'allocate' | 'unallocate'>,
): Promise<boolean> {
  const { model } = life
  const purse = pick(payments(life), command.at)
  const invoice = pick(model.invoices, command.to)
  if (!purse || !invoice) return false
  const asked = { id: purse.id, ...itemOf(invoice) }
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
