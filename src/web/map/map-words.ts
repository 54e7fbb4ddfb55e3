import type { LocationSource } from '#domain/customers/location-source.ts'
import { type MapKind, mapKinds } from '#domain/map/map-calls.ts'
import { filterWords, type MapFilter, readFilter } from '#domain/map/map-filter.ts'
import type { Options } from '#web/kit/form/options.ts'

export const kindWords: Record<MapKind, string> = { customers: 'Customers', meters: 'Connections' }
export const kindChoices = mapKinds.map((value) => ({ value, label: kindWords[value] }))

export const sourceWords: Record<LocationSource, string> = {
  address: 'At its address',
  town: 'Only its suburb or town is known',
  manual: 'Put there by hand',
}

/** Everybody, which is no filter. */
export const EVERYBODY = 'everybody'

/** The layers as they are chosen from: those of the map itself, statuses and networks. */
export function layerChoices(options: Options, networks: readonly string[]) {
  const statuses = options.of('customer_status').map(({ value, label }) => ({
    value: `status:${value}`,
    label,
  }))
  const named = networks.map((name) => ({ value: `network:${name}`, label: name }))
  return [
    {
      group: 'Show',
      items: [
        { value: EVERYBODY, label: 'Everybody' },
        { value: 'overdue', label: 'Overdue' },
        { value: 'ending', label: 'Contract ends soon' },
        { value: 'medical', label: 'Medical' },
      ],
    },
    { group: 'Status', items: statuses },
    ...(named.length > 0 ? [{ group: 'Network', items: named }] : []),
  ]
}

/** Whom a filter is about, with the organisation's own word for a status. */
export function wordsOfFilter(text: string, options: Options): string {
  const filter: MapFilter = readFilter(text) ?? { layer: null, value: null }
  if (filter.layer !== 'status') return filterWords(filter)
  return filterWords({ ...filter, value: options.labelOf('customer_status', filter.value ?? '') })
}
