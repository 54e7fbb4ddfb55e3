import { contract } from '#domain/contracts/contract.ts'
import { termsOf } from '#domain/contracts/contract-terms.ts'
import { rate, supplierrate } from '#domain/contracts/rate.ts'
import { rateupdate, supplierrateupdate } from '#domain/contracts/rateupdate.ts'
import type { PlannedContract } from './contract-rows.ts'
import { planRates, type RateChange } from './rate-plan.ts'
import { type DemoActor, type DemoRow, insertAll, storeRows, type Target } from './store-rows.ts'

const sides = {
  sell: { rate, update: rateupdate, column: 'rateupdate_id' },
  buy: { rate: supplierrate, update: supplierrateupdate, column: 'supplierrateupdate_id' },
} as const

/** Contracts with their rates on both sides, the terms that hold and the credits that wait. */
export async function storeContracts(
  target: Target,
  contracts: readonly PlannedContract[],
  actor: DemoActor,
): Promise<number[]> {
  const changes = planRates(contracts, actor)
  const ids = await storeRows(
    target,
    contract,
    contracts.map(({ row }) => row),
  )
  await storeTerms(target, contracts, ids)
  await storePendingCredits(target, contracts, ids)
  const placed = changes.flatMap((own, place) =>
    own.map((change) => ({ ...change, contract_id: ids[place] ?? 0 })),
  )
  for (const side of ['sell', 'buy'] as const)
    await storeSide(
      target,
      placed.filter((change) => change.side === side),
      actor,
    )
  return ids
}

type PlacedChange = RateChange & { contract_id: number }

async function storeSide(target: Target, changes: PlacedChange[], actor: DemoActor): Promise<void> {
  const [first] = changes
  if (!first) return
  const { rate: entity, update: updates, column } = sides[first.side]
  const announced = changes.flatMap((change) => (change.update ? [change] : []))
  const updateIds = await storeRows(
    target,
    updates,
    announced.map(({ update, contract_id }) => withContract(update, contract_id)),
  )
  const idOf = new Map(announced.map((change, place) => [change, updateIds[place] ?? null]))
  const rows = changes.flatMap((change): DemoRow[] =>
    change.rates.map((values) => ({
      input: {
        ...values,
        contract_id: change.contract_id,
        valid_from_date: change.valid_from_date,
      },
      kept: { [column]: idOf.get(change) ?? null },
      at: change.update?.at ?? new Date(`${change.valid_from_date}T00:00:00Z`),
      actor,
      // The contract and the announcement tell of them.
      isUntold: true,
    })),
  )
  await storeRows(target, entity, rows)
}

function withContract(update: DemoRow | null, contract_id: number): DemoRow {
  if (!update) throw new Error('Only announced changes have a row of their own.')
  return { ...update, input: { ...update.input, contract_id } }
}

async function storeTerms(
  { conn, organisation_id }: Target,
  contracts: readonly PlannedContract[],
  ids: readonly number[],
): Promise<void> {
  const rows = contracts.flatMap(({ row, term }, place) =>
    row.kept?.accepted_at
      ? {
          organisation_id,
          contract_id: ids[place],
          valid_from_date: term.date_start,
          terms: termsOf(row.input),
          actor_name: row.actor.name,
          created_at: row.kept.accepted_at,
        }
      : [],
  )
  await insertAll(conn, 'contract_terms', rows)
}

async function storePendingCredits(
  { conn, organisation_id }: Target,
  contracts: readonly PlannedContract[],
  ids: readonly number[],
): Promise<void> {
  const rows = contracts.flatMap(({ row, term }, place) =>
    term.welcome_credit_amount && row.kept?.accepted_at
      ? {
          organisation_id,
          contract_id: ids[place],
          customer_id: row.input.customer_id,
          charge_type: 'welcome_credit',
          name: `Welcome credit ${row.input.contract_number}`,
          amount: `-${term.welcome_credit_amount}`,
          unique_key: `welcome_credit ${ids[place]}`,
          created_at: row.kept.accepted_at,
        }
      : [],
  )
  await insertAll(conn, 'pending_charges', rows)
}
