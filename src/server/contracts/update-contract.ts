import { atLeast } from '#domain/access/role.ts'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import type { contractCalls, StoredTerms } from '#domain/contracts/contract-calls.ts'
import { termFields, termsOf } from '#domain/contracts/contract-terms.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { badField, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { differences, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseBilled } from './add-rate-update.ts'
import { checkBilledElsewhere, withBilledElsewhere } from './billed-elsewhere.ts'
import { contractTurned } from './contract-followers.ts'
import { asOverlap, refuseOverlap } from './overlap.ts'
import { withdrawDocuments } from './withdraw-documents.ts'

type ContractRevision = CheckedOf<typeof contractCalls.update>

/**
 * A change of a contract. While it is active, percentages, fees and the due-date rule hold from a day
 * after what is billed, and whoever changes them needs to be trusted with money.
 */
export function updateContract(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, sent: ContractRevision): Promise<Answer<never>> => {
    const { reason, ...input } = withBilledElsewhere(sent)
    let before: Contract | undefined
    let hasNewTerms = false
    const written = await asOverlap(() =>
      reviseRow(ctx, conn, contract, input, {
        rights: () => {},
        reason,
        others: async (row) => {
          before = row
          hasNewTerms = newTerms(row, input).length > 0
          if (row.contract_status === 'active' && hasNewTerms) checkNewTerms(ctx, row, input)
          await checkBilledElsewhere(ctx, conn, row, sent)
          refuseOtherCustomer(row, input)
          await checkAgainstOthers(ctx, conn, contract, input, catalogue, row)
          if (row.contract_status === 'active') await refuseOverlap(conn, boundDays(row, input))
        },
      }),
    )
    const after = written.row
    if (before?.contract_status === 'offered' && after.contract_status === 'draft')
      await withdrawDocuments(ctx, conn, input.id)
    if (before?.contract_status === 'active' && hasNewTerms) await storeTerms(ctx, conn, after)
    if (before && isInForce(before) && before.date_start !== after.date_start)
      await contractTurned(ctx, conn, after, 'moved')
    return writtenAnswer(ctx, contract, written, { status: updated })
  }
}

const isInForce = ({ contract_status }: Contract) =>
  contract_status !== 'draft' && contract_status !== 'offered'

/** When and for which connections the changed contract would be in force. */
function boundDays(before: Contract, sent: ContractRevision) {
  const { connections = before.connections, is_open_plan = before.is_open_plan } = sent
  const { date_start = before.date_start, date_end = before.date_end } = sent
  return { id: before.id, connections, is_open_plan: is_open_plan ?? false, date_start, date_end }
}

/** What was agreed was agreed with somebody: their papers and invoices would become another's. */
function refuseOtherCustomer(before: Contract, sent: ContractRevision): void {
  const isMoved = sent.customer_id !== undefined && sent.customer_id !== before.customer_id
  if (!isMoved || before.contract_status === 'draft') return
  const reason = 'a contract that was offered or is in force stays with its customer'
  throw notPossible('move', reason, 'Duplicate it for the other customer.')
}

function newTerms(before: Contract, sent: ContractRevision): string[] {
  const names: readonly string[] = termFields
  return Object.keys(differences(contract, before, sent)).filter((name) => names.includes(name))
}

function checkNewTerms(ctx: Context, before: Contract, sent: ContractRevision): void {
  if (!atLeast(ctx.actor.role, 'accounting')) {
    const errors = newTerms(before, sent).map((field) => ({
      field,
      code: 'forbidden',
      message: `${labelOf(contract, field)} of an active contract: ask accounting to change this.`,
    }))
    throw new Problem('forbidden', { errors })
  }
  const day = sent.valid_from_date
  if (typeof day !== 'string' || day === before.valid_from_date)
    throw badField('valid_from_date', 'Say from which day the new terms hold.')
  refuseBilled(before, day, 'change the terms of')
}

type NewTerms = [
  organisation_id: number | null,
  contract_id: number,
  valid_from_date: string | null,
  terms: string,
  actor_name: string,
]

const STORE_TERMS = sql<never, NewTerms>`
  insert into contract_terms (organisation_id, contract_id, valid_from_date, terms, actor_name)
  values ($1, $2, $3, $4, $5)
  on conflict (contract_id, valid_from_date) do update set terms = excluded.terms,
    actor_name = excluded.actor_name`

/** Keeps what holds from the contract's `valid_from_date` on, beside what held before. */
export async function storeTerms(ctx: Context, conn: Conn, row: Contract): Promise<void> {
  const { organisation_id, name } = ctx.actor
  const from = row.valid_from_date ?? row.date_start
  await STORE_TERMS.run(conn, organisation_id, row.id, from, JSON.stringify(termsOf(row)), name)
}

const TERMS = sql<StoredTerms, [contract_id: number]>`
  select valid_from_date, terms, actor_name, created_at from contract_terms
  where contract_id = $1 order by valid_from_date`

export async function listTerms(ctx: Context, { id }: CheckedOf<typeof contractCalls.terms>) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => TERMS.all(conn, id))
  return { data: rows }
}
