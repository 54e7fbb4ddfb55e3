import { writeOffEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import { type GstDocument, gstBoxWords } from '#domain/reports/gst-boxes.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import { settingOf } from '#server/identity/setting.ts'
import { sql } from '#server/kit/database/sql.ts'
import { daysOf } from '#server/reports/office/on-days.ts'
import type { ReportSource } from '#server/reports/report-source.ts'
import { gstDocuments } from './gst-documents.ts'
import type { GstSpan } from './gst-supplies.ts'

// All tax of the period but what went to Inland Revenue or came from there: such an entry has nothing
// that is taxed. A write-off has, and the GST of commissions stands against what is owed for them.
const BOOKED = sql<{ gst: string }, GstSpan>`
  select coalesce(-sum(a.amount), 0)::numeric(14,2)::text as gst from accounttransactions a
  join transactions t on t.id = a.transaction_id
  where a.account in (${accounts.gst}, ${accounts.gstOnPurchases})
    and a.transaction_date between $1::date and $2::date and a.created_at <= $3::timestamptz
    and (t.event in (${writeOffEvents}) or exists (select from accounttransactions o
      where o.transaction_id = t.id and (o.account >= ${accounts.energyIncome}
        or o.account = ${accounts.commissionsPayable})))`

/** The documents of a period as a return has them, box by box. */
export const gst: ReportSource = async (conn, asked) => {
  const basis = await settingOf(conn, 'gst_basis')
  const span: GstSpan = daysOf(asked)
  const documents = await gstDocuments(conn, basis, span)
  const facts = documents.map(documentFact)
  if (basis === 'payments') return { facts }
  const booked = await BOOKED.one(conn, ...span)
  return { facts, agrees: { report: netGst(documents), books: cents(booked?.gst ?? '0.00') } }
}

const isCollected = ({ box }: GstDocument) => box === 5 || box === 9

function netGst(documents: readonly GstDocument[]): Cents {
  return wholeCents(
    documents.reduce((sum, one) => sum + (isCollected(one) ? one.gst : -one.gst), 0),
  )
}

function documentFact({ box, key, name, detail, to, amount, gst }: GstDocument): ReportFact {
  return {
    keys: {
      box: {
        key: String(box).padStart(2, '0'),
        name: `Box ${box}`,
        detail: gstBoxWords[box],
      },
      document: { key: `${box} ${key}`, name, detail, to },
    },
    sums: { amount, gst, documents: 1 },
  }
}
