import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Meter } from '#domain/meters/meter.ts'
import { meterreadingCalls, meterregisterCalls } from '#domain/meters/meter-calls.ts'
import type { MeterReading } from '#domain/meters/meterreading.ts'
import type { MeterRegister } from '#domain/meters/meterregister.ts'
import { type Rules, rulesFor } from '#domain/meters/plausibility-rules.ts'
import { useCalls } from '#domain/meters/use-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'

export type { Meter, MeterReading, MeterRegister }

/** The registers of meters. */
export function registersQuery(meter_ids: readonly number[]) {
  return queryOptions({
    queryKey: ['meterregisters', 'of meters', meter_ids],
    queryFn: async ({ signal }) => {
      const params = { 'meter_id.in': meter_ids.join(','), order: 'meter_id', limit: 500 }
      return (await send(meterregisterCalls.list, params, { signal })).data ?? []
    },
    enabled: meter_ids.length > 0,
  })
}

/** The latest readings of a meter, the newest first. */
export function readingsQuery(meter_id: number, limit = 500) {
  return queryOptions({
    queryKey: ['meterreadings', 'of meter', meter_id, limit],
    queryFn: async ({ signal }) => {
      const params = { meter_id, order: '-reading_date,-id', limit }
      return (await send(meterreadingCalls.list, params, { signal })).data ?? []
    },
    enabled: meter_id > 0,
  })
}

/** Use by month of a meter's connection. */
export function monthsQuery(meter_id: number, months: number) {
  return queryOptions({
    queryKey: ['meterreadings', 'use', meter_id, months],
    queryFn: async ({ signal }) =>
      (await send(useCalls.ofMeter, { id: meter_id, months }, { signal })).data ?? [],
    placeholderData: keepPreviousData,
  })
}

/** The rules readings are held against, as the organisation has set them. */
export function useRules(): Rules {
  const { data } = useQuery(organisationConfigsQuery)
  const own = data?.find((config) => config.name.toLowerCase() === 'reading_rules')
  return rulesFor(own?.value ?? {})
}

/** After a reading came, changed or went, everything computed from it is asked for again. */
export async function forgetReadings(): Promise<void> {
  const stale = ['meterreadings', 'meterreading', 'meters', 'meter', 'meterregisters']
  await Promise.all(stale.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
