import { useQueries } from '@tanstack/react-query'
import { type Rate, rate, supplierrate } from '#domain/contracts/rate.ts'
import { type RateUpdate, rateupdate, supplierrateupdate } from '#domain/contracts/rateupdate.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { api } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'

export type Side = 'sell' | 'buy'

interface SideFacts {
  label: string
  /** Whose prices they are, in a sentence. */
  whose: string
  rate: Entity
  update: Entity
  action: 'addrateupdates' | 'addsupplierrateupdates'
}

/** Sell and buy rates follow the same rules; this is all that differs. */
export const sides: Record<Side, SideFacts> = {
  sell: {
    label: 'Sell',
    whose: 'What the customer pays',
    rate,
    update: rateupdate,
    action: 'addrateupdates',
  },
  buy: {
    label: 'Buy',
    whose: 'What the supplier charges',
    rate: supplierrate,
    update: supplierrateupdate,
    action: 'addsupplierrateupdates',
  },
}
export const bothSides: readonly Side[] = ['sell', 'buy']

export type RatesOfSides = Record<Side, Rate[]>
export type SidedUpdate = RateUpdate & { side: Side }

/** The sell and the buy rates of a contract, in the order they were entered. */
export function useRates(contract_id: number) {
  const queries = useQueries({
    queries: bothSides.map((side) => ofContract<Rate>(sides[side].rate.plural, contract_id, 'id')),
  })
  const [sell, buy] = queries.map((query) => query.data ?? [])
  return {
    rates: { sell: sell ?? [], buy: buy ?? [] },
    isPending: queries.some((query) => query.isPending),
    error: queries.find((query) => query.isError)?.error ?? null,
  }
}

/** The announced changes of both sides, the latest day first. */
export function useRateUpdates(contract_id: number) {
  const queries = useQueries({
    queries: bothSides.map((side) =>
      ofContract<RateUpdate>(sides[side].update.plural, contract_id, '-valid_from_date'),
    ),
  })
  const updates = queries.flatMap((query, place) =>
    (query.data ?? []).map((row): SidedUpdate => ({ ...row, side: bothSides[place] ?? 'sell' })),
  )
  return {
    updates: updates.sort((a, b) => (a.valid_from_date < b.valid_from_date ? 1 : -1)),
    isPending: queries.some((query) => query.isPending),
    error: queries.find((query) => query.isError)?.error ?? null,
  }
}

function ofContract<T>(plural: string, contract_id: number, order: string) {
  return {
    queryKey: [plural, 'of contract', contract_id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.get<T[]>(`/${plural}`, { contract_id, order, limit: 500 }, { signal })).data ?? [],
  }
}

/** After an action: everything a contract shows is asked for again. */
export async function forgetContracts(): Promise<void> {
  const entities = bothSides.flatMap((side) => [sides[side].rate, sides[side].update])
  const keys = ['contract', 'contracts', ...entities.map((entity) => entity.plural)]
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
