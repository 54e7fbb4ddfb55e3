import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { customer } from '#domain/customers/customer.ts'
import type { geographyCalls } from '#domain/identity/geography-calls.ts'
import type { customerPlaceCalls, MapKind, mapCalls, mapListCalls } from '#domain/map/map-calls.ts'
import { light, send } from '#web/kit/session/send.ts'

const startCall = light<typeof mapCalls.start>('GET', '/map/start')
const pointsCall = light<typeof mapCalls.points>('GET', '/map/points')
const placeCall = light<typeof mapCalls.place>('GET', '/map/place')
const listCall = light<typeof mapListCalls.list>('GET', '/customers/map')
const placesCall = light<typeof geographyCalls.places>('GET', '/geoinfo')

/** A call of either kind takes and answers the same. */
export const placeCalls = {
  customers: {
    place: light<typeof customerPlaceCalls.place>('POST', '/customer/place'),
    locate: light<typeof customerPlaceCalls.locate>('POST', '/customer/locate'),
  },
  meters: {
    place: light<typeof customerPlaceCalls.place>('POST', '/meter/place'),
    locate: light<typeof customerPlaceCalls.locate>('POST', '/meter/locate'),
  },
} as const

/** What is asked of the map. */
export interface AskedArea {
  box: string
  filter: string
  of: MapKind
}

export const startQuery = queryOptions({
  queryKey: ['map', 'start'],
  queryFn: async ({ signal }) => (await send(startCall, {}, { signal })).data,
})

/** Names of regions and towns, which never change while somebody looks. */
export const namesQuery = queryOptions({
  queryKey: ['map', 'names'],
  queryFn: async ({ signal }) => (await send(placesCall, {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const pointsQuery = (area: AskedArea, zoom: number) =>
  queryOptions({
    queryKey: ['map', 'points', area, zoom],
    queryFn: async ({ signal }) =>
      (await send(pointsCall, { ...asked(area), zoom: String(zoom) }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const SHOWN_AT_ONCE = 30
const fields =
  'name,customer_number,street,suburb,city,customer_status,latitude,longitude,location_source'

/** The customers of an area in words, which is the keyboard's way through the map. */
export const customersQuery = (area: AskedArea) =>
  queryOptions({
    queryKey: [customer.plural, 'map', area],
    queryFn: ({ signal }) =>
      send(listCall, { ...asked(area), fields, limit: SHOWN_AT_ONCE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const placeQuery = (of: MapKind, id: number) =>
  queryOptions({
    queryKey: ['map', 'place', of, id],
    queryFn: async ({ signal }) => (await send(placeCall, { of, id }, { signal })).data,
  })

function asked({ box, filter, of }: AskedArea) {
  return { box, of, ...(filter ? { filter } : {}) }
}
