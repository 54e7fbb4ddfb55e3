import type { StoredColumns } from '#domain/kit/entity.ts'
import { STANDARD_GST_PERCENT } from '#domain/kit/gst.ts'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import {
  type GstBoxes,
  type GstDocument,
  gstBoxes,
  gstBoxNumbers,
  gstRounding,
} from '#domain/reports/gst-boxes.ts'
import type { gstreturn, WrittenAdjustment } from '#domain/reports/gstreturn.ts'
import type {
  ChangedDocument,
  KeptDocument,
  KeptRounding,
} from '#domain/reports/gstreturn-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type GstBasis, gstDocuments } from './gst-documents.ts'

const EVERYTHING = 'infinity'

interface ReturnPeriod {
  period_start: string
  period_end: string
  gst_basis: GstBasis
  adjustments: readonly WrittenAdjustment[]
}

/** The boxes of a period as the books have them now, and the documents they are made of. */
export async function computeReturn(conn: Conn, period: ReturnPeriod) {
  const { period_start, period_end, gst_basis, adjustments } = period
  const found = await gstDocuments(conn, gst_basis, [period_start, period_end, EVERYTHING])
  const written = adjustments.map(({ box, amount }) => ({ box, amount: cents(amount) }))
  const boxes = gstBoxes(found, written)
  const values: StoredColumns<typeof gstreturn> = {
    ...boxColumns(boxes),
    sales_gst: toDecimalString(gstRounding(found, 5, boxes[8]).booked),
    purchases_gst: toDecimalString(gstRounding(found, 11, boxes[12]).booked),
    adjustments_by_hand: [...adjustments],
  }
  return { values, documents: found.map(kept) }
}

function boxColumns(boxes: GstBoxes): StoredColumns<typeof gstreturn> {
  const columns = gstBoxNumbers.map((box) => [`box_${box}`, toDecimalString(boxes[box])])
  return Object.fromEntries(columns) // Each box has a column of its number.
}

const kept = (one: GstDocument): KeptDocument => ({
  ...one,
  amount: toDecimalString(one.amount),
  gst: toDecimalString(one.gst),
})

const counted = (one: KeptDocument): GstDocument => ({
  ...one,
  amount: cents(one.amount),
  gst: cents(one.gst),
  percent: one.percent ?? STANDARD_GST_PERCENT,
})

const placeOf = ({ box, key }: KeptDocument) => `${box} ${key}`
const isSame = (a: KeptDocument, b: KeptDocument) => a.amount === b.amount && a.gst === b.gst

/** What another look changed: documents that came, went or are of another amount. */
export function changedDocuments(
  before: readonly KeptDocument[],
  after: readonly KeptDocument[],
): ChangedDocument[] {
  const had = new Map(before.map((one) => [placeOf(one), one]))
  const has = new Map(after.map((one) => [placeOf(one), one]))
  const news = after.flatMap((one): ChangedDocument[] => {
    const was = had.get(placeOf(one))
    if (!was) return [{ ...one, change: 'added', amount_before: null }]
    return isSame(was, one) ? [] : [{ ...one, change: 'changed', amount_before: was.amount }]
  })
  const gone = before.filter((one) => !has.has(placeOf(one)))
  return [
    ...news,
    ...gone.map(
      (one): ChangedDocument => ({ ...one, change: 'removed', amount_before: one.amount }),
    ),
  ]
}

/** What is said beside boxes 8 and 12. */
export function roundingsOf(
  documents: readonly KeptDocument[],
  { box_8, box_12 }: { box_8: string | null; box_12: string | null },
): KeptRounding[] {
  const found = documents.map(counted)
  const beside = (from: 5 | 11, box: 8 | 12, computed: string | null): KeptRounding => {
    const told = gstRounding(found, from, cents(computed ?? '0.00'))
    return {
      box,
      booked: toDecimalString(told.booked),
      difference: toDecimalString(told.difference),
      is_rounding: told.is_rounding,
      documents: told.documents.map(({ name }) => name),
    }
  }
  return [beside(5, 8, box_8), beside(11, 12, box_12)]
}

export interface ReturnPapers {
  documents: KeptDocument[]
  changes: ChangedDocument[]
  pdf: Buffer | null
}

const PAPERS = sql<ReturnPapers, [gstreturn_id: number]>`
  select documents, changes, pdf from gstreturn_papers where gstreturn_id = $1`

export async function papersOf(conn: Conn, id: number): Promise<ReturnPapers> {
  return (await PAPERS.one(conn, id)) ?? { documents: [], changes: [], pdf: null }
}

const KEEP_PAPERS = sql<
  never,
  [
    organisation_id: number | null,
    gstreturn_id: number,
    documents: string,
    changes: string,
    pdf: Buffer | null,
  ]
>`insert into gstreturn_papers (organisation_id, gstreturn_id, documents, changes, pdf)
  values ($1, $2, $3::jsonb, $4::jsonb, $5)
  on conflict (gstreturn_id) do update set documents = excluded.documents,
    changes = excluded.changes, pdf = excluded.pdf`

export async function keepPapers(
  conn: Conn,
  organisation_id: number | null,
  id: number,
  { documents, changes, pdf }: ReturnPapers,
): Promise<void> {
  const [listed, told] = [JSON.stringify(documents), JSON.stringify(changes)]
  await KEEP_PAPERS.run(conn, organisation_id, id, listed, told, pdf)
}
