import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type BankRow, printedName } from './bank-file.ts'

interface Recorded {
  id: number
  name: string
  payment_date: string
  payment_type: string
  amount: string
  reference: string
}

const sumOf = (some: readonly { amount: string }[]) =>
  sumCents(some.map(({ amount }) => cents(amount)))

/** The bank's side of payments that were recorded up to a day: the lines find them by themselves. */
export async function recordedRows(conn: Conn, upTo: string): Promise<BankRow[]> {
  const recorded = await conn.query<Recorded>(
    `select p.id, c.name, p.payment_date, p.payment_type, p.amount_incl_gst::text as amount,
       p.reference from invoicepayments p join customers c on c.id = p.customer_id
     where p.payment_status = 'received' and p.payment_date <= $1
       and p.banktransaction_id is null order by p.payment_date, p.id`,
    [upTo],
  )
  const ofType = (...types: string[]) =>
    recorded.filter(({ payment_type }) => types.includes(payment_type))
  const transfers = ofType('bank_transfer').map(
    ({ payment_date: day, amount, name, reference }): BankRow => ({
      day,
      amount,
      party: printedName(name),
      reference,
      type: 'BP',
    }),
  )
  const byDay = (some: Recorded[]) => [
    ...Map.groupBy(some, ({ payment_date }) => payment_date).values(),
  ]
  return [
    ...transfers,
    ...byDay(ofType('cash', 'cheque')).map(deposited),
    ...byDay(ofType('card')).map(cardSettlement),
  ]
}

/** Cash and cheques are carried to the bank together. */
function deposited(some: readonly Recorded[]): BankRow {
  const amount = toDecimalString(sumOf(some))
  const payment_ids = some.map(({ id }) => id)
  const day = addWorkingDays(some[0]?.payment_date ?? '', 1)
  const said = () => [{ kind: 'deposit' as const, amount, payment_ids }]
  return { day, amount, party: 'BRANCH DEPOSIT', type: 'DEP', said }
}

/** What cards paid comes as one, less what the provider keeps. */
function cardSettlement(some: readonly Recorded[]): BankRow {
  const whole = sumOf(some)
  const fee = wholeCents(-Math.round(whole * 0.015))
  const parts = [
    {
      kind: 'deposit' as const,
      amount: toDecimalString(whole),
      payment_ids: some.map(({ id }) => id),
    },
    {
      kind: 'account' as const,
      amount: toDecimalString(fee),
      account: accounts.providerFees,
    },
  ]
  return {
    day: addWorkingDays(some[0]?.payment_date ?? '', 2),
    amount: toDecimalString(wholeCents(whole + fee)),
    party: 'CARD SETTLEMENT',
    type: 'DC',
    said: () => parts,
  }
}

interface PaidOut {
  batch: string | null
  reference: string
  name: string
  payment_date: string
  amount: string
}

/** Payments to suppliers as the bank shows them: a whole file is one line. */
export async function supplierRows(conn: Conn): Promise<BankRow[]> {
  const paid = await conn.query<PaidOut>(
    `select p.batch, min(p.reference) as reference, min(s.name) as name,
       p.payment_date, (-sum(p.amount_incl_gst))::text as amount
     from billpayments p join suppliers s on s.id = p.supplier_id
     where p.payment_status = 'paid' and p.deleted_at is null
     group by p.batch, coalesce(p.batch, p.id::text), p.payment_date order by min(p.id)`,
  )
  // The last one has not reached the bank yet.
  return paid.slice(0, -1).map(({ batch, reference, name, payment_date: day, amount }) => ({
    day,
    amount,
    party: batch ? 'PAYMENTS TO SUPPLIERS' : printedName(name),
    reference: batch ?? reference,
    type: 'BP',
  }))
}

/** Money paid back to customers, which its line finds by its amount. */
export async function refundRows(conn: Conn): Promise<BankRow[]> {
  const refunds = await conn.query<{ day: string; amount: string; name: string }>(
    `select t.transaction_date as day, (-t.amount)::text as amount, c.name
     from transactions t join customers c on c.id = t.customer_id
     where t.event = $1 order by t.id`,
    [ledgerEvents.refund],
  )
  return refunds.map(({ day, amount, name }) => ({ day, amount, party: printedName(name) }))
}
