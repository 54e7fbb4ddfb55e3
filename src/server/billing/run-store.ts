import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { actorValues, historyColumns } from '#server/kit/history.ts'
import type { RunOutcome } from './run-compute.ts'
import type { StoredPart } from './run-progress.ts'
import { invoiceValues } from './store-invoice.ts'

/** An outcome ready to be stored: written out at once, so that nothing large is kept meanwhile. */
export interface ReadyOutcome {
  contract_id: number
  problem: string | null
  draft: ReadyDraft | null
}

interface ReadyDraft {
  columns: string[]
  row: string
  input: string
  trace: string
  bills: number[]
  charges: number[]
  discounted: string
  undiscounted: string
}

const BILLED_ALREADY = 'Some of these days are on another invoice already.'
// JSON writes every character below a space as an escape: this one stands in none of its texts.
const BETWEEN = '\u0001'

export function readyToStore(organisation_id: number | null, outcome: RunOutcome): ReadyOutcome {
  const { contract_id, request, proposed, problem } = outcome
  if (problem !== null) return { contract_id, problem, draft: null }
  const values = {
    organisation_id,
    invoice_status: 'draft',
    ...invoiceValues(request, proposed),
  }
  const { fields, trace } = proposed.computed
  return {
    contract_id,
    problem,
    draft: {
      columns: Object.keys(values),
      row: JSON.stringify(values),
      input: JSON.stringify(proposed.input),
      trace: JSON.stringify(trace),
      bills: proposed.bills.flatMap(({ id }) => id ?? []),
      charges: proposed.charges.map(({ id }) => id),
      discounted: String(fields.discounted_total_this_period),
      undiscounted: String(fields.undiscounted_total_this_period),
    },
  }
}

/** Keeps the drafts of a run: one statement for the invoices of a part, one for their proofs. */
export async function storeDrafts(
  ctx: Context,
  conn: Conn,
  billingrun_id: number,
  outcomes: readonly ReadyOutcome[],
): Promise<StoredPart> {
  const drafts = outcomes.flatMap(({ contract_id, draft }) =>
    draft ? [{ contract_id, ...draft }] : [],
  )
  const ids = await insertInvoices(ctx, conn, billingrun_id, drafts)
  const kept = drafts.flatMap((draft) => {
    const invoice_id = ids.get(draft.contract_id)
    return invoice_id ? [{ ...draft, invoice_id }] : []
  })
  await Promise.all([
    keepProofs(ctx, conn, kept),
    link(conn, BILLS, linksOf(kept, 'bills')),
    link(conn, CHARGES, linksOf(kept, 'charges')),
  ])
  const sum = (name: 'discounted' | 'undiscounted') =>
    toDecimalString(sumCents(kept.map((draft) => cents(draft[name]))))
  return {
    discounted: sum('discounted'),
    undiscounted: sum('undiscounted'),
    items: outcomes.map(({ contract_id, problem }) => {
      const invoice_id = ids.get(contract_id) ?? null
      const message = problem ?? (invoice_id ? null : BILLED_ALREADY)
      return { contract_id, invoice_id, message }
    }),
  }
}

type Draft = ReadyDraft & { contract_id: number }
type Kept = Draft & { invoice_id: number }

/** Days that were billed meanwhile are left out by the database itself. */
async function insertInvoices(
  ctx: Context,
  conn: Conn,
  billingrun_id: number,
  drafts: readonly Draft[],
): Promise<Map<number, number>> {
  const [first] = drafts
  if (!first) return new Map()
  // The same function made every row, so that all of them have the columns of the first.
  const columns = first.columns.join(', ')
  const told = JSON.stringify({ billingrun_id: [null, billingrun_id] })
  const rows = `[${drafts.map(({ row }) => row).join(',')}]`
  const written = await conn.query<{ id: number; contract_id: number }>(
    `with made as (insert into invoices (${columns})
       select ${columns} from json_populate_recordset(null::invoices, $1::json)
       on conflict do nothing returning id, contract_id, customer_id),
     told as (insert into history (${historyColumns})
       select $2, 'invoice', id, 'create', 1, $3::jsonb, null, $4::bigint, $5, $6::bigint, $7, $8,
         $9, customer_id from made)
     select id, contract_id from made`,
    [rows, ctx.actor.organisation_id, told, ...actorValues(ctx)],
  )
  return new Map(written.map((row) => [row.contract_id, row.id]))
}

/** As texts with a character between them: PostgreSQL takes far longer to read a list of JSON. */
async function keepProofs(ctx: Context, conn: Conn, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return
  await conn.query(
    `insert into invoice_proofs (invoice_id, organisation_id, input, trace)
     select invoice_id, $4, input::json, trace::json
     from unnest($1::bigint[], string_to_array($2, chr(1)), string_to_array($3, chr(1)))
       x (invoice_id, input, trace)`,
    [
      kept.map((draft) => draft.invoice_id),
      kept.map((draft) => draft.input).join(BETWEEN),
      kept.map((draft) => draft.trace).join(BETWEEN),
      ctx.actor.organisation_id,
    ],
  )
}

function linksOf(kept: readonly Kept[], name: 'bills' | 'charges') {
  return kept.flatMap((draft) => draft[name].map((id) => ({ id, invoice_id: draft.invoice_id })))
}

const BILLS = `update bills t set invoice_id = x.invoice_id
  from unnest($1::bigint[], $2::bigint[]) x (id, invoice_id)
  where t.id = x.id and t.invoice_id is null returning 1`

const CHARGES = `update pending_charges t set invoice_id = x.invoice_id
  from unnest($1::bigint[], $2::bigint[]) x (id, invoice_id)
  where t.id = x.id and t.invoice_id is null and t.dropped_at is null returning 1`

/** What somebody else has billed meanwhile makes the part void: it is computed again. */
async function link(
  conn: Conn,
  sql: string,
  links: readonly { id: number; invoice_id: number }[],
): Promise<void> {
  if (links.length === 0) return
  const linked = await conn.query(sql, [
    links.map((one) => one.id),
    links.map((one) => one.invoice_id),
  ])
  if (linked.length !== links.length)
    throw new Error('A bill or charge went on another invoice meanwhile.')
}
