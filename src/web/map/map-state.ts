import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { Path } from '#domain/access/routes.ts'
import { readBox } from '#domain/map/box.ts'
import { type MapKind, mapKinds } from '#domain/map/map-calls.ts'
import { readFilter } from '#domain/map/map-filter.ts'

const MAP: Path = '/app/map'

/** Where the map is looked at: its middle and how close. */
export interface MapView {
  latitude: number
  longitude: number
  zoom: number
}

/** What stands in the address, so that a map can be sent to somebody and found again. */
export function useMapState() {
  const [{ at, filter, of, area, place }, set] = useQueryStates({
    at: parseAsString.withDefault(''),
    filter: parseAsString.withDefault(''),
    of: parseAsStringLiteral(mapKinds).withDefault('customers'),
    area: parseAsString.withDefault(''),
    place: parseAsString.withDefault(''),
  })
  return {
    view: readView(at),
    filter: readFilter(filter) ? filter : '',
    of,
    area: readBox(area) ? area : '',
    placing: readPlacing(place),
    setView: ({ latitude, longitude, zoom }: MapView) => {
      // The map moves on while the next screen, which has the address already, is still loading.
      if (location.pathname !== MAP) return
      void set({ at: `${latitude.toFixed(4)},${longitude.toFixed(4)},${zoom}` })
    },
    setFilter: (next: string) => void set({ filter: next || null }),
    setKind: (next: MapKind) => void set({ of: next }),
    setArea: (next: string | null) => void set({ area: next }),
    setPlacing: (next: Placing | null) =>
      void set({ place: next ? `${next.of}:${next.id}` : null }),
  }
}
export type MapState = ReturnType<typeof useMapState>

/** What is being put on the map by hand. */
export interface Placing {
  of: MapKind
  id: number
}

function readView(at: string): MapView | null {
  const [latitude, longitude, zoom] = at.split(',').map(Number)
  if (![latitude, longitude, zoom].every(Number.isFinite)) return null
  return { latitude: latitude ?? 0, longitude: longitude ?? 0, zoom: zoom ?? 0 }
}

function readPlacing(text: string): Placing | null {
  const [kind = '', id = ''] = text.split(':')
  const of = mapKinds.find((known) => known === kind)
  return of && /^\d{1,15}$/.test(id) ? { of, id: Number(id) } : null
}
