import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { costShares } from '#domain/reports/margin.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import {
  BEARING,
  BILLS,
  type CostlyBill,
  type DocumentOwners,
  type EarningInvoice,
  INVOICES,
  MARGIN_BOOKS,
} from './margin-facts.ts'
import { monthKey, type ReportSource } from './report-source.ts'

/** What the invoices of a period brought and what their bills cost, as the books have both. */
export const margin: ReportSource = async (conn, { booked_to, known_at, from, to }) => {
  const invoices = await INVOICES.all(conn, booked_to, known_at, from, to)
  const ids = invoices.map(({ id }) => id)
  const found = await BILLS.all(conn, booked_to, known_at, from, to, ids)
  const near = await BEARING.all(
    conn,
    booked_to,
    known_at,
    found.map(({ id }) => id),
  )
  const byBill = Map.groupBy(near, ({ bill_id }) => bill_id)
  const borne = found.map((bill) => ({
    bill,
    shares: costShares({ ...bill, cost: cents(bill.cost) }, byBill.get(bill.id) ?? []),
  }))
  const isOfPeriod = ({ approved_date }: CostlyBill) => approved_date >= from && approved_date <= to
  const isBorne = new Set(ids)
  const counted = borne.filter(({ shares }) => [...shares.keys()].some((id) => isBorne.has(id)))
  const alone = borne.filter(({ bill, shares }) => shares.size === 0 && isOfPeriod(bill))
  // A bill that an invoice of another period bears as well is not all of this one's cost.
  const elsewhere = counted.flatMap(({ shares }) =>
    [...shares].flatMap(([id, part]) => (isBorne.has(id) ? [] : [part])),
  )
  const parts = partsOf(counted)
  const facts = [
    ...invoices.map((invoice) => invoiceFact(invoice, parts.get(invoice.id) ?? [])),
    ...alone.map(({ bill }) => billFact(bill)),
  ]
  const bills = [...counted, ...alone].map(({ bill }) => bill.id)
  const books = await MARGIN_BOOKS.one(conn, booked_to, known_at, ids, bills)
  const total = (name: string) => facts.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0)
  return {
    facts,
    agrees: {
      report: wholeCents(
        total('margin') +
          total('not_costed') +
          total('at_stake') -
          total('cost_not_billed') -
          sumCents(elsewhere),
      ),
      books: wholeCents(cents(books?.income ?? '0.00') - cents(books?.cost ?? '0.00')),
    },
  }
}

interface BorneBill {
  bill: CostlyBill
  shares: Map<number, Cents>
}

/** What each invoice bears, bill by bill. */
function partsOf(bills: readonly BorneBill[]): Map<number, Cents[]> {
  const parts = new Map<number, Cents[]>()
  for (const { shares } of bills)
    for (const [id, part] of shares) parts.set(id, [...(parts.get(id) ?? []), part])
  return parts
}

function invoiceFact(invoice: EarningInvoice, shares: readonly Cents[]): ReportFact {
  const income = cents(invoice.income)
  const cost = sumCents(shares)
  // In split billing the fee is ours alone: there is no cost to wait for.
  const isCosted = shares.length > 0 || invoice.billing === 'split'
  return {
    keys: {
      ...ownersOf(invoice),
      month: monthKey(invoice.sent_date),
      document: {
        key: `i${invoice.id}`,
        name: invoice.number ?? `Invoice ${invoice.id}`,
        detail: invoice.customer,
        to: `/app/invoice/edit?id=${invoice.id}`,
      },
    },
    sums: {
      invoices: 1,
      at_stake: cents(invoice.at_stake),
      ...(isCosted ? { income, cost, margin: income - cost } : { not_costed: income }),
    },
  }
}

function billFact(bill: CostlyBill): ReportFact {
  return {
    keys: {
      ...ownersOf(bill),
      month: monthKey(bill.approved_date),
      document: {
        key: `b${bill.id}`,
        name: bill.number ?? `Bill ${bill.id}`,
        detail: bill.supplier,
        to: `/app/bill/edit?id=${bill.id}`,
      },
    },
    sums: { cost_not_billed: cents(bill.cost) },
  }
}

function ownersOf(one: DocumentOwners): Record<string, GroupKey> {
  const key = (id: number | string | null, name: string | null, without: string) => ({
    key: String(id ?? ''),
    name: name ?? without,
  })
  return {
    customer: key(one.customer_id, one.customer, 'Without a customer'),
    contract: key(one.contract_id, one.contract, 'Without a contract'),
    supplier: key(one.supplier_id, one.supplier, 'Without a supplier'),
    service: key(one.service, one.service, 'Without a service'),
  }
}
