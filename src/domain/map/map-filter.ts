/** What the map shows: everybody, or those whom one layer is about. */
export interface MapFilter {
  layer: MapLayer | null
  /** Which status, or which network. */
  value: string | null
}

export const mapLayers = ['status', 'overdue', 'ending', 'network', 'medical'] as const
export type MapLayer = (typeof mapLayers)[number]

export const BAD_FILTER =
  'A filter is status:…, network:…, overdue, ending or medical – or nothing for everybody.'
const MAX_VALUE = 100

/** Layers that are about one of several: a status, a network. */
const valued: ReadonlySet<MapLayer> = new Set(['status', 'network'])

/** Reads a filter as it stands in an address; null where it is none. */
export function readFilter(text: string): MapFilter | null {
  if (text === '') return { layer: null, value: null }
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const value = colon < 0 ? null : text.slice(colon + 1)
  const layer = mapLayers.find((known) => known === name)
  if (!layer || valued.has(layer) !== (value !== null)) return null
  if (value !== null && (value === '' || value.length > MAX_VALUE || value.includes('\u0000')))
    return null
  return { layer, value }
}

/** What a filter says of those it shows, after "customers". */
export function filterWords({ layer, value }: MapFilter): string {
  if (layer === 'status') return `with the status ${value}`
  if (layer === 'network') return `on the network ${value}`
  if (layer === 'overdue') return 'with an overdue balance'
  if (layer === 'ending') return 'whose contract ends soon'
  return layer === 'medical' ? 'who need power for medical reasons' : ''
}
