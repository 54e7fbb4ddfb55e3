import { accounts } from '#domain/books/postings.ts'
import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'

/** Whom a document is with, as far as another program wants to know. */
export interface DocumentParty {
  name: string | null
  email: string | null
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  country: string | null
}

/** An entry of the books with what it is about. */
export interface BookedDocument extends DocumentParty {
  id: number
  event: string
  date: string
  /** Of the invoice, bill or adjustment. */
  number: string | null
  due_date: string | null
  reference: string | null
  reason: string | null
  lines: readonly { account: number; amount: Cents }[]
}

export interface DocumentLine {
  account: number
  /** Without GST, and its part of the document's GST. */
  net: Cents
  gst: Cents
  isTaxed: boolean
}

/** A document as another program takes it: invoices and bills positive, credit notes negative. */
export interface AccountantDocument extends Omit<BookedDocument, 'lines' | 'number'> {
  number: string
  total: Cents
  net: Cents
  lines: readonly DocumentLine[]
}

/** Which side of the books documents are written from. */
export interface DocumentSide {
  /** What the document is owed on; it says the total. */
  own: readonly number[]
  gst: number
  taxed: readonly number[]
  /** Turns a booked amount into one of the document. */
  sign: 1 | -1
  /** The event that is the document itself; the others change it later. */
  original: string
}

export const salesSide: DocumentSide = {
  own: [accounts.receivables, accounts.discountAtStake, accounts.customerCredit],
  gst: accounts.gst,
  taxed: [
    ...[accounts.energyIncome, accounts.otherIncome, accounts.serviceFees, accounts.lateFees],
    ...[accounts.supplierDiscountKept, accounts.writtenOff],
  ],
  sign: -1,
  original: 'invoice_sent',
}

export const billsSide: DocumentSide = {
  own: [accounts.payables, accounts.supplierCredit],
  gst: accounts.gstOnPurchases,
  taxed: [accounts.energyCost, accounts.supplierDiscountLost],
  sign: 1,
  original: 'bill_approved',
}

/** The document that an entry is on this side; null where it only moves what is owed already. */
export function documentOf(entry: BookedDocument, side: DocumentSide): AccountantDocument | null {
  const { lines: booked, number, ...about } = entry
  const sumOf = (isMeant: (account: number) => boolean) =>
    sumCents(booked.filter(({ account }) => isMeant(account)).map(({ amount }) => amount))
  const total = wholeCents(-side.sign * sumOf((account) => side.own.includes(account)))
  if (total === 0) return null
  const gst = wholeCents(side.sign * sumOf((account) => account === side.gst))
  const others = [...new Set(booked.map(({ account }) => account))].filter(
    (account) => account !== side.gst && !side.own.includes(account),
  )
  const nets = others.map((account) => ({
    account,
    net: wholeCents(side.sign * sumOf((one) => one === account)),
    isTaxed: gst !== 0 && side.taxed.includes(account),
  }))
  const lines = withGst(
    nets.filter(({ net }) => net !== 0),
    gst,
    side.gst,
  )
  const own = number ?? `E-${entry.id}`
  return {
    ...about,
    number: entry.event === side.original ? own : `${own}-${entry.id}`,
    total,
    net: wholeCents(total - gst),
    lines,
  }
}

interface NetLine {
  account: number
  net: Cents
  isTaxed: boolean
}

/** The document's GST over what it is on, by running totals: the last line takes the rest. */
function withGst(lines: readonly NetLine[], gst: Cents, account: number): DocumentLine[] {
  const taxed = lines.filter(({ isTaxed }) => isTaxed)
  const whole = sumCents(taxed.map(({ net }) => net))
  let seen = wholeCents(0)
  let given = wholeCents(0)
  const shared = lines.map((line) => {
    if (!line.isTaxed || whole === 0) return { ...line, gst: wholeCents(0) }
    seen = wholeCents(seen + line.net)
    const upTo = round2(toDollars(gst).times(seen).div(whole))
    const part = wholeCents(upTo - given)
    given = upTo
    return { ...line, gst: part }
  })
  // GST alone, such as a correction of it, is a line of its own.
  const rest = wholeCents(gst - given)
  const alone = { account, net: rest, gst: wholeCents(0), isTaxed: false }
  return rest === 0 ? shared : [...shared, alone]
}
