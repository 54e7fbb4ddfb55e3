import { accounts } from '#domain/books/postings.ts'
import { invoiceChanges } from '#domain/commissions/entry-changes.ts'
import type { EntryChanges, KeptEntry } from '#domain/commissions/kept-entry.ts'
import { formatMoney, sumCents, wholeCents } from '#domain/kit/money.ts'
import type { BooksCheck, FoundViolation } from '#server/books/invariants-check.ts'
import { MOST } from '#server/books/invariants-check.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { checkStatements } from './check-statements.ts'
import { earningsOf } from './earners.ts'
import { bringingsOf, changesOf, lookedAt } from './review-commissions.ts'
import {
  EARNING_AFTER,
  IS_EARNING,
  invoiceFacts,
  type LookedAtInvoice,
} from './standing-invoice.ts'
import { OWED_BESIDE } from './statement-facts.ts'
import { ENTRIES, keptEntry } from './stored-entries.ts'

const AT_ONCE = 2000

// What statements add to what is owed to the partner `p`.
const OWED_BY_STATEMENTS = fragment`coalesce((select sum(${OWED_BESIDE})
  from commissionstatements s where s.partner_id = p.id
    and s.statement_status in ('sent', 'paid', 'cleared')), 0)`

const C1 = sql<FoundViolation>`
  select null::bigint as customer_id, p.name || ': ' || coalesce(e.amount, 0) + ${OWED_BY_STATEMENTS}
    || ' earned, in the books ' || coalesce(b.amount, 0) as detail
  from partners p
  left join (select partner_id, sum(amount) as amount from commissions
    where commission_status in ('accrued', 'stated') group by partner_id) e on e.partner_id = p.id
  left join (select partner_id, -sum(amount) as amount from accounttransactions
    where account = ${accounts.commissionsPayable} and partner_id is not null
    group by partner_id) b on b.partner_id = p.id
  where coalesce(e.amount, 0) + ${OWED_BY_STATEMENTS} <> coalesce(b.amount, 0)
  limit ${MOST}`

/** Whether the entries of every invoice are what it earns as it stands today. */
async function checkEntries(
  conn: Pick<Conn, 'query'>,
  customer_ids: readonly number[] | null,
): Promise<FoundViolation[]> {
  const found: FoundViolation[] = []
  let after = 0
  for (;;) {
    const invoices = await EARNING_AFTER.all(conn, after, customer_ids, AT_ONCE)
    if (invoices.length === 0) return found
    found.push(...(await wrongAmong(conn, invoices)))
    after = invoices.at(-1)?.id ?? after
    if (invoices.length < AT_ONCE || found.length >= MOST) return found
  }
}

async function wrongAmong(
  conn: Pick<Conn, 'query'>,
  invoices: readonly LookedAtInvoice[],
): Promise<FoundViolation[]> {
  const contracts = [...new Set(invoices.map(({ contract_id }) => contract_id))]
  const earning = invoices.filter(({ stands_as }) => stands_as !== '').map(({ id }) => id)
  const ids = invoices.map(({ id }) => id)
  const facts = await invoiceFacts(conn, earning)
  const earnings = await earningsOf(conn, contracts)
  const entries = (await ENTRIES.all(conn, ids, contracts)).map(keptEntry)
  const byInvoice = Map.groupBy(entries, ({ invoice_id }) => invoice_id)
  const byContract = Map.groupBy(entries, ({ contract_id }) => contract_id)
  const seen = lookedAt(invoices, facts, earnings)
  const wrong = seen.flatMap((one) => {
    const own = (byInvoice.get(one.id) ?? []).filter(({ kind }) => kind !== 'clawback')
    const taken = (byContract.get(one.contract_id) ?? []).filter(isClawback)
    const off = difference(invoiceChanges(one, own, taken))
    const { customer_id } = one
    return off ? [{ customer_id, detail: `Invoice ${one.id}: commission is ${off}` }] : []
  })
  const bringings = await bringingsOf(conn, contracts, earnings)
  const lost = bringings.flatMap((one) => {
    const own = entries.filter(
      ({ contract_id, partner_id }) =>
        contract_id === one.contract_id && partner_id === one.partner_id,
    )
    const off = difference(changesOf([], [one], own))
    const { customer_id, contract_id } = one
    return off ? [{ customer_id, detail: `Contract ${contract_id}: sign-up is ${off}` }] : []
  })
  return [...wrong, ...lost]
}

// Those who were there from its first day, and nobody on days before which it has since.
const UNEARNED_DAYS = sql<FoundViolation, [customer_ids: readonly number[] | null]>`
  select k.customer_id, 'Contract ' || k.id || ': nobody earns before ' || s.first_day
    || ', though it begins on ' || k.date_start as detail
  from (select contract_id, min(valid_from_date) as first_day,
      min(valid_from_date) filter (where accepted_date is not null) as brought_day
    from contractpartners where deleted_at is null group by contract_id) s
  join contracts k on k.id = s.contract_id and k.date_start < s.first_day
  where s.brought_day = s.first_day and ($1::bigint[] is null or k.customer_id = any($1))
    and exists (select from invoices i where i.contract_id = k.id and ${IS_EARNING}
      and coalesce(i.period_end, i.invoice_date) >= k.date_start
      and coalesce(i.period_end, i.invoice_date) < s.first_day)
  limit ${MOST}`

/** What invoices earned, and that somebody earns on all days of a contract that was brought. */
async function checkEarned(
  conn: Pick<Conn, 'query'>,
  customer_ids: readonly number[] | null,
): Promise<FoundViolation[]> {
  const wrong = await checkEntries(conn, customer_ids)
  return [...wrong, ...(await UNEARNED_DAYS.all(conn, customer_ids))]
}

const isClawback = ({ kind }: KeptEntry) => kind === 'clawback'

/** What would have to be written to be right, in words; nothing where all is. */
function difference({ reversed, earned, added, dropped }: EntryChanges): string | null {
  const count = reversed.length + earned.length + added.length + dropped.length
  if (count === 0) return null
  const more = sumCents([
    ...reversed.map(({ amount }) => wholeCents(-amount)),
    ...earned.map(({ entry }) => entry.amount),
    ...added.filter((one) => one.commission_status === 'accrued').map(({ amount }) => amount),
  ])
  return `out by ${formatMoney(wholeCents(-more))} in ${count} entries`
}

/** What always holds of commissions, asked every night with the rest of the books. */
export const commissionChecks: readonly BooksCheck[] = [
  {
    code: 'C1',
    title: 'What partners earned is what the books owe them',
    find: (conn) => C1.all(conn),
  },
  {
    code: 'C2',
    title: 'What an invoice earned is what it earns as it stands',
    find: checkEarned,
  },
  {
    code: 'C3',
    title: 'Statements of commissions are as they were sent, in their chain',
    find: checkStatements,
  },
]
