import { type MatchLine, textFields } from '#domain/bank/bank-line.ts'
import type { BankRule } from '#domain/bank/bank-rule.ts'
import type { PayerFacts, SentNumber } from '#domain/bank/match-facts.ts'
import type { PayerAlias } from '#domain/bank/payer-alias.ts'
import type { ItemKey } from '#domain/books/account.ts'
import { sentStatuses } from '#domain/books/counted-statuses.ts'
import { adjustmentItem, invoiceItem } from '#server/books/money-keys.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface PayerRow {
  customer_id: number
  customer_number: string | null
  names: (string | null)[]
  hash: string | null
  is_parked: boolean
}

const PAYERS = sql<PayerRow>`
  select c.id as customer_id, c.customer_number,
    array[c.name, c.name_business, c.trading_name, c.name_authorised, c.name_owner, c.name_joint,
      c.name_holder] as names, h.hash, exists (select from parked_accounts p
      where p.customer_id = c.id and p.released_at is null) as is_parked
  from customers c left join account_hashes h on h.place = 'customer' and h.row_id = c.id
  where c.deleted_at is null order by c.id`

export async function payersOf(conn: Conn): Promise<PayerFacts[]> {
  const rows = await PAYERS.all(conn)
  return rows.map(({ names, hash, ...payer }) => ({
    ...payer,
    names: names.flatMap((name) => (name ? [name] : [])),
    account_hashes: hash === null ? [] : [hash],
  }))
}

interface NumberRow {
  invoice_id: number | null
  adjustment_id: number | null
  customer_id: number
  number: string
  superseded_by_id: number | null
}

// Any of the figures in the texts may be the end of a number, and so may a part of a longer run: the
// rule that decides compares whole numbers, this only leaves out what cannot be meant.
const NUMBERS = sql<NumberRow, [digits: readonly string[], cut: readonly string[]]>`
  select i.id as invoice_id, null::bigint as adjustment_id, i.customer_id,
    i.invoice_number as number, i.superseded_by_id
  from invoices i where i.deleted_at is null and i.invoice_number is not null
    and (i.invoice_status in (${sentStatuses}) or i.superseded_by_id is not null)
    and (ltrim(substring(i.invoice_number from '[0-9]+$'), '0') = any($1)
      or (i.balance > 0 and substring(i.invoice_number from '[0-9]+$') like any($2)))
  union all select null, d.id, d.customer_id, d.adjustment_number, null
  from adjustments d where d.customer_id is not null and d.deleted_at is null
    and d.adjustment_status <> 'cancelled'
    and ltrim(substring(d.adjustment_number from '[0-9]+$'), '0') = any($1)`

const REPLACING = sql<NumberRow, [ids: readonly number[]]>`
  with recursive chain as (
    select id, superseded_by_id from invoices where id = any($1)
    union select i.id, i.superseded_by_id from invoices i join chain c on i.id = c.superseded_by_id)
  select i.id as invoice_id, null::bigint as adjustment_id, i.customer_id,
    coalesce(i.invoice_number, '') as number, i.superseded_by_id
  from chain c join invoices i on i.id = c.id where i.deleted_at is null`

const keyOf = ({ invoice_id, adjustment_id }: NumberRow): ItemKey =>
  invoice_id === null ? adjustmentItem(adjustment_id ?? 0) : invoiceItem(invoice_id)

/** Documents whose numbers may stand in the texts of these lines, and what took their place. */
export async function numbersIn(conn: Conn, lines: readonly MatchLine[]): Promise<SentNumber[]> {
  const texts = lines.flatMap((line) => textFields.map((field) => line[field] ?? ''))
  const runs = new Set(
    texts.flatMap((text) => text.replace(/[\s-]+(?=\d)/g, '').match(/\d+/g) ?? []),
  )
  for (const text of texts) for (const run of text.match(/\d+/g) ?? []) runs.add(run)
  const digits = [...runs].map((run) => run.replace(/^0+/, '')).filter((run) => run !== '')
  const cut = texts.filter((text) => text.length >= 12).map((text) => /\d+$/.exec(text)?.[0])
  const beginnings = cut.flatMap((run) => (run ? [`${run}%`] : []))
  const found = await NUMBERS.all(conn, digits, beginnings)
  const replaced = found.filter(({ superseded_by_id }) => superseded_by_id !== null)
  const chains = await REPLACING.all(
    conn,
    replaced.map(({ invoice_id }) => invoice_id ?? 0),
  )
  const known = new Map([...found, ...chains].map((row) => [keyOf(row), row]))
  return [...known].map(([key, { customer_id, number, superseded_by_id }]) => ({
    key,
    customer_id,
    number,
    replaced_by: superseded_by_id === null ? null : invoiceItem(superseded_by_id),
  }))
}

const ALIASES = sql<PayerAlias>`
  select a.kind, coalesce(a.text_key, h.hash) as alias_key, a.customer_id, a.confirmations,
    a.contradictions, a.is_shared
  from payeraliases a left join account_hashes h on h.place = 'alias' and h.row_id = a.id
  where a.deleted_at is null and coalesce(a.text_key, h.hash) is not null`

export const aliasesOf = (conn: Conn): Promise<PayerAlias[]> => ALIASES.all(conn)

const RULES = sql<BankRule>`
  select r.id, r.direction, r.text_contains, h.hash as other_account_hash, r.amount_from::text,
    r.amount_to::text, r.kind, r.account, r.supplier_id, r.automatic
  from bankrules r left join account_hashes h on h.place = 'rule' and h.row_id = r.id
  where r.deleted_at is null order by r.id`

export const rulesOf = (conn: Conn): Promise<BankRule[]> => RULES.all(conn)
