import { invoiceNamedIn } from '#domain/books/named-invoice.ts'
import { badField } from '#domain/kit/problem.ts'
import type { ItemColumns } from '#server/books/money-keys.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface MeantRecord {
  customer_id: number
  invoice_id?: number | null | undefined
  adjustment_id?: number | null | undefined
  reference?: string | null | undefined
}

type Ids = readonly (number | null)[]

interface Foreign {
  place: number
  is_invoice: boolean
}

const FOREIGN = sql<Foreign, [customer_ids: Ids, invoice_ids: Ids, adjustment_ids: Ids]>`
  select x.place::int - 1 as place, x.invoice_id is not null as is_invoice
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality
    x (customer_id, invoice_id, adjustment_id, place)
  where coalesce(x.invoice_id, x.adjustment_id) is not null
    and not exists (select from invoices i where i.id = x.invoice_id
      and i.customer_id = x.customer_id and i.deleted_at is null)
    and not exists (select from adjustments d where d.id = x.adjustment_id
      and d.customer_id = x.customer_id and d.deleted_at is null)
  order by x.place limit 1`

/** A payment is for an invoice or an adjustment of the same customer, or for none in particular. */
export async function refuseForeign(
  conn: Conn,
  meant: readonly MeantRecord[],
  nameAt: (place: number, field: string) => string = (_, field) => field,
): Promise<void> {
  if (!meant.some(isChosen)) return
  const both = meant.findIndex(({ invoice_id, adjustment_id }) => invoice_id && adjustment_id)
  if (both >= 0)
    throw badField(
      nameAt(both, 'adjustment_id'),
      'A payment is for an invoice or an adjustment, not for both.',
    )
  const foreign = await FOREIGN.one(
    conn,
    meant.map(({ customer_id }) => customer_id),
    meant.map(({ invoice_id }) => invoice_id ?? null),
    meant.map(({ adjustment_id }) => adjustment_id ?? null),
  )
  if (!foreign) return
  throw foreign.is_invoice
    ? badField(nameAt(foreign.place, 'invoice_id'), 'That invoice is another customer’s.')
    : badField(nameAt(foreign.place, 'adjustment_id'), 'That adjustment is another customer’s.')
}

interface Numbered {
  place: number
  id: number
  /** Of an adjustment, its own number. */
  invoice_number: string | null
  superseded_by_id: number | null
}

type References = [customer_ids: readonly number[], references: readonly (string | null)[]]

// More than the rule may let through, and never less: the figures of its number are in the text, or
// it took the place of another whose may be. References without a figure name nothing.
const NUMBERED = sql<Numbered, References>`
  select x.place::int, i.id, i.invoice_number, i.superseded_by_id
  from unnest($1::bigint[], $2::text[]) with ordinality x (customer_id, reference, place)
  join invoices i on i.customer_id = x.customer_id and i.deleted_at is null
    and (i.redo_of_id is not null
      or position(ltrim(substring(i.invoice_number from '[0-9]+$'), '0') in x.reference) > 0)
  where x.reference ~ '[0-9]' order by i.id`.named('payment_names')

const NUMBERED_ADJUSTMENTS = sql<Numbered, References>`
  select x.place::int, d.id, d.adjustment_number as invoice_number, null as superseded_by_id
  from unnest($1::bigint[], $2::text[]) with ordinality x (customer_id, reference, place)
  join adjustments d on d.customer_id = x.customer_id and d.deleted_at is null
  where x.reference ~ '[0-9]' order by d.id`.named('payment_names_adjustment')

/** What was chosen, else the invoice, else the adjustment whose number stands in the reference. */
export async function namedItems(
  conn: Conn,
  meant: readonly MeantRecord[],
): Promise<ItemColumns[]> {
  await refuseForeign(conn, meant)
  const customer_ids = meant.map(({ customer_id }) => customer_id)
  const references = meant.map((one) => (isChosen(one) ? null : (one.reference ?? null)))
  const [invoices, adjustments] = await Promise.all([
    NUMBERED.all(conn, customer_ids, references),
    NUMBERED_ADJUSTMENTS.all(conn, customer_ids, references),
  ])
  const [ofInvoices, ofAdjustments] = [byPlace(invoices), byPlace(adjustments)]
  return meant.map((one, place): ItemColumns => {
    const { invoice_id = null, adjustment_id = null, reference } = one
    if (isChosen(one) || !reference) return { invoice_id, adjustment_id }
    const rows = ofInvoices.get(place + 1) ?? []
    const redone = rows.filter((row) => row.superseded_by_id !== null)
    const standing = rows.filter((row) => row.superseded_by_id === null)
    const named = invoiceNamedIn(reference, standing, redone)
    if (named) return { invoice_id: named.id, adjustment_id: null }
    const owed = invoiceNamedIn(reference, ofAdjustments.get(place + 1) ?? [])
    return { invoice_id: null, adjustment_id: owed?.id ?? null }
  })
}

const isChosen = ({ invoice_id, adjustment_id }: MeantRecord) =>
  Boolean(invoice_id || adjustment_id)
const byPlace = (rows: readonly Numbered[]) => Map.groupBy(rows, ({ place }) => place)
