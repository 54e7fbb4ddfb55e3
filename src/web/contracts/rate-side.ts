import { useQueries } from '@tanstack/react-query'
import { type Rate, rate, supplierrate } from '#domain/contracts/rate.ts'
import { rateCalls, supplierrateCalls } from '#domain/contracts/rate-calls.ts'
import { type RateUpdate, rateupdate, supplierrateupdate } from '#domain/contracts/rateupdate.ts'
import { rateupdateCalls, supplierrateupdateCalls } from '#domain/contracts/rateupdate-calls.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

export type Side = 'sell' | 'buy'

interface SideFacts {
  label: string
  /** Whose prices they are, in a sentence. */
  whose: string
  rate: Entity
  update: Entity
  rates: typeof rateCalls | typeof supplierrateCalls
  updates: typeof rateupdateCalls | typeof supplierrateupdateCalls
  action: 'addrateupdates' | 'addsupplierrateupdates'
}

/** Sell and buy rates follow the same rules; this is all that differs. */
export const sides: Record<Side, SideFacts> = {
  sell: {
    label: 'Sell',
    whose: 'What the customer pays',
    rate,
    update: rateupdate,
    rates: rateCalls,
    updates: rateupdateCalls,
    action: 'addrateupdates',
  },
  buy: {
    label: 'Buy',
    whose: 'What the supplier charges',
    rate: supplierrate,
    update: supplierrateupdate,
    rates: supplierrateCalls,
    updates: supplierrateupdateCalls,
    action: 'addsupplierrateupdates',
  },
}
export const bothSides: readonly Side[] = ['sell', 'buy']

export type RatesOfSides = Record<Side, Rate[]>
export type SidedUpdate = RateUpdate & { side: Side }

/** The sell and the buy rates of a contract, in the order they were entered. */
export function useRates(contract_id: number) {
  const queries = useQueries({
    queries: bothSides.map((side) => {
      const { rate: entity, rates } = sides[side]
      return {
        queryKey: keyOf(entity, contract_id),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const params = { contract_id, order: 'id', limit: 500 }
          return (await send(rates.list, params, { signal })).data ?? []
        },
      }
    }),
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
    queries: bothSides.map((side) => {
      const { update: entity, updates } = sides[side]
      return {
        queryKey: keyOf(entity, contract_id),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const params = { contract_id, order: '-valid_from_date', limit: 500 }
          return (await send(updates.list, params, { signal })).data ?? []
        },
      }
    }),
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

const keyOf = ({ plural }: Entity, contract_id: number) => [plural, 'of contract', contract_id]

/** After an action: everything a contract shows is asked for again. */
export async function forgetContracts(): Promise<void> {
  const entities = bothSides.flatMap((side) => [sides[side].rate, sides[side].update])
  const keys = ['contract', 'contracts', ...entities.map((entity) => entity.plural)]
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
