import { invoiceValues } from '#server/invoices/store-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import type { RunOutcome } from './run-compute.ts'

/** An outcome ready to be stored: written out at once, so that nothing large is kept meanwhile. */
export interface ReadyOutcome {
  contract_id: number
  problem: string | null
  draft: ReadyDraft | null
}

interface ReadyDraft {
  columns: string[]
  row: string
  lines: string
  input: string
  trace: string
  bills: number[]
  charges: number[]
}

const BILLED_ALREADY = 'Some of these days are on another invoice already.'
// JSON writes every character below a space as an escape: this one stands in none of its texts.
const BETWEEN = '\u0001'

export function readyToStore(organisation_id: number | null, outcome: RunOutcome): ReadyOutcome {
  const { contract_id, request, proposed, problem } = outcome
  if (problem !== null) return { contract_id, problem, draft: null }
  const { lines, ...others } = invoiceValues(request, proposed)
  const values = { organisation_id, invoice_status: 'draft', ...others }
  return {
    contract_id,
    problem,
    draft: {
      columns: Object.keys(values),
      row: JSON.stringify(values),
      lines: JSON.stringify(lines),
      input: JSON.stringify(proposed.input),
      trace: JSON.stringify(proposed.computed.trace),
      bills: proposed.bills.flatMap(({ id }) => id ?? []),
      charges: proposed.charges.map(({ id }) => id),
    },
  }
}

/**
 * Keeps the drafts of a run with their history, their proofs and the state of their items, all in
 * one statement: PostgreSQL works through it while we compute the next.
 */
export async function storeDrafts(
  ctx: Context,
  conn: Conn,
  billingrun_id: number,
  outcomes: readonly ReadyOutcome[],
): Promise<void> {
  const drafts = outcomes.flatMap(({ contract_id, draft }) =>
    draft ? [{ contract_id, ...draft }] : [],
  )
  const told = JSON.stringify({ billingrun_id: [null, billingrun_id] })
  const written = await conn.query<{ id: number; contract_id: number }>(
    // The same function made every row, so that all of them have the columns of the first.
    storeSql(drafts[0]?.columns ?? FEWEST),
    [
      `[${drafts.map(({ row }) => row).join(',')}]`,
      drafts.map(({ contract_id }) => contract_id),
      drafts.map(({ input }) => input).join(BETWEEN),
      drafts.map(({ trace }) => trace).join(BETWEEN),
      billingrun_id,
      outcomes.map(({ contract_id }) => contract_id),
      outcomes.map(({ problem }) => problem ?? BILLED_ALREADY),
      ctx.actor.organisation_id,
      told,
      ...actorValues(ctx),
      drafts.map(({ lines }) => lines).join(BETWEEN),
    ],
  )
  const ids = new Map(written.map((row) => [row.contract_id, row.id]))
  const kept = drafts.flatMap((draft) => {
    const invoice_id = ids.get(draft.contract_id)
    return invoice_id ? [{ ...draft, invoice_id }] : []
  })
  await Promise.all([
    link(conn, BILLS, linksOf(kept, 'bills')),
    link(conn, CHARGES, linksOf(kept, 'charges')),
  ])
}

type StoredDraft = ReadyDraft & { invoice_id: number }

// Where a part has no drafts there is no row that could name them.
const FEWEST = ['organisation_id', 'invoice_status', 'customer_id', 'contract_id']

// Days that were billed meanwhile are left out by the database itself. Proofs and lines come as texts
// with a character between them: PostgreSQL takes far longer to read a list of JSON, or one JSON
// inside another. Counting all items after every part would take longer the longer the run is: what
// is new is added.
const storeSql = (columns: readonly string[]) => `with made as (
    insert into invoices (${columns.join(', ')}, lines)
    select ${columns.map((column) => `r.${column}`).join(', ')}, x.lines::jsonb
    from json_populate_recordset(null::invoices, $1::json) with ordinality r
    join unnest(string_to_array($16, chr(1))) with ordinality x (lines, ordinality)
      using (ordinality) order by ordinality
    on conflict do nothing
    returning id, contract_id, customer_id, discounted_total_this_period as discounted,
      undiscounted_total_this_period as undiscounted),
  told as (insert into history (${historyColumns})
    select $8::bigint, 'invoice', id, 'create', 1, $9::jsonb, null, $10::bigint, $11, $12::bigint,
      $13, $14, $15, customer_id from made),
  proved as (insert into invoice_proofs (invoice_id, organisation_id, input, trace)
    select made.id, $8::bigint, x.input::json, x.trace::json
    from unnest($2::bigint[], string_to_array($3, chr(1)), string_to_array($4, chr(1)))
      x (contract_id, input, trace) join made using (contract_id)),
  noted as (update billingrun_items i set invoice_id = made.id,
      item_status = case when made.id is null then 'failed' else 'made' end,
      message = case when made.id is null then x.message end
    from unnest($6::bigint[], $7::text[]) x (contract_id, message)
      left join made using (contract_id)
    where i.billingrun_id = $5 and i.contract_id = any($6) and i.contract_id = x.contract_id),
  counted as (update billingruns set rows_done = coalesce(rows_done, 0) + sums.made,
      rows_failed = coalesce(rows_failed, 0) + cardinality($6::bigint[]) - sums.made,
      discounted_total = coalesce(discounted_total, 0) + sums.discounted,
      undiscounted_total = coalesce(undiscounted_total, 0) + sums.undiscounted
    from (select count(*)::int as made, coalesce(sum(discounted), 0) as discounted,
      coalesce(sum(undiscounted), 0) as undiscounted from made) sums
    where id = $5)
  select id, contract_id from made`

function linksOf(kept: readonly StoredDraft[], name: 'bills' | 'charges') {
  return kept.flatMap((draft) => draft[name].map((id) => ({ id, invoice_id: draft.invoice_id })))
}

type InvoiceLinks = [ids: readonly number[], invoice_ids: readonly number[]]

const BILLS = sql<{ id: number }, InvoiceLinks>`
  update bills t set invoice_id = x.invoice_id
  from unnest($1::bigint[], $2::bigint[]) x (id, invoice_id)
  where t.id = x.id and t.invoice_id is null returning t.id`

const CHARGES = sql<{ id: number }, InvoiceLinks>`
  update pending_charges t set invoice_id = x.invoice_id
  from unnest($1::bigint[], $2::bigint[]) x (id, invoice_id)
  where t.id = x.id and t.invoice_id is null and t.dropped_at is null returning t.id`

/** What somebody else has billed meanwhile makes the part void: it is computed again. */
async function link(
  conn: Conn,
  statement: typeof BILLS,
  links: readonly { id: number; invoice_id: number }[],
): Promise<void> {
  if (links.length === 0) return
  const ids = links.map((one) => one.id)
  const invoice_ids = links.map((one) => one.invoice_id)
  const linked = await statement.all(conn, ids, invoice_ids)
  if (linked.length !== links.length)
    throw new Error('A bill or charge went on another invoice meanwhile.')
}
