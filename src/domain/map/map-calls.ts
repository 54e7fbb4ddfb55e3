import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import type { LocationSource } from '#domain/customers/location-source.ts'
import { rowRequest } from '#domain/kit/action-input.ts'
import { call, data, file, row } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { csvParameters } from '#domain/kit/list-parameters.ts'
import { listCall } from '#domain/kit/verbs.ts'
import { meter } from '#domain/meters/meter.ts'
import { BAD_BOX, MOST_ZOOM, readBox } from './box.ts'
import { BAD_FILTER, readFilter } from './map-filter.ts'
import { isInNewZealand, OUTSIDE, placeShape } from './place.ts'

/** What the map shows: customers at their addresses, or each of their connections. */
export const mapKinds = ['customers', 'meters'] as const
export type MapKind = (typeof mapKinds)[number]

/** Places that lie close together. Amounts are for those who see amounts. */
export interface MapSquare {
  latitude: number
  longitude: number
  n: number
  overdue: string | null
}

export interface MapPoint {
  /** The customer or the meter. */
  id: number
  customer_id: number
  name: string
  latitude: number
  longitude: number
  location_source: LocationSource
  customer_status: string | null
  is_overdue: boolean
  overdue: string | null
  required_for_medical: boolean
}

export interface MapPoints {
  total: number
  /** One of both is empty: squares, or single points where they are few enough. */
  squares: MapSquare[]
  points: MapPoint[]
}

export type LocatedCounts = Record<LocationSource | 'nowhere', number>

/** Where the map begins, what it is drawn on, and how much of it is known. */
export interface MapStart {
  latitude: number
  longitude: number
  zoom: number
  tiles: { url: string; attribution: string } | null
  /** Networks that connections are on. */
  networks: string[]
  located: Record<MapKind, LocatedCounts>
  /** Whether addresses are looked up, or only their towns. */
  has_addresses: boolean
}

/** Where something lies, and where its address would put it. */
export interface FoundPlace {
  latitude: number
  longitude: number
  location_source: LocationSource
}
export interface PlaceFacts {
  name: string
  address: string
  version: number
  place: FoundPlace | null
  by_address: FoundPlace | null
  /** It was placed by hand, and its address has changed since then. */
  has_moved: boolean
}

const box = z.string().refine((text) => readBox(text) !== null, BAD_BOX)
const filter = z.string().refine((text) => readFilter(text) !== null, BAD_FILTER)
const of = z.enum(mapKinds)
const zoom = z
  .string()
  .regex(/^\d{1,2}$/, `Zoom is a whole number up to ${MOST_ZOOM}.`)
  .transform(Number)
  .pipe(z.number().max(MOST_ZOOM, `Zoom is a whole number up to ${MOST_ZOOM}.`))

/** An area, a layer, and whether it is about those who are nowhere on the map. */
const area = {
  box: box.optional(),
  filter: filter.optional(),
  of: of.optional(),
  nowhere: z.enum(['true', 'false']).optional(),
}

const placing = z
  .strictObject({ ...rowRequest, ...placeShape })
  .refine(isInNewZealand, { error: OUTSIDE, path: ['latitude'] })
const locating = z.strictObject(rowRequest)

const put = <E extends Entity>(entity: E) => ({
  place: call({
    method: 'POST',
    path: `/${entity.name}/place`,
    summary: `Put a ${entity.name} where it is on the map`,
    policy: { from: 'user' },
    target: entity,
    input: placing,
    answers: row(entity),
    said: 'Put there. It stays there until somebody moves it.',
  }),
  locate: call({
    method: 'POST',
    path: `/${entity.name}/locate`,
    summary: `Put a ${entity.name} where its address is`,
    policy: { from: 'user' },
    target: entity,
    input: locating,
    answers: row(entity),
    said: 'Put where the address is.',
  }),
})

export const mapCalls = {
  start: call({
    method: 'GET',
    path: '/map/start',
    summary: 'Where the map begins, what it is drawn on and what is on it',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<MapStart>(),
  }),
  points: call({
    method: 'GET',
    path: '/map/points',
    summary: 'What lies in a box: squares with counts, and single points close by',
    policy: { from: 'user' },
    input: z.object({ box, zoom, filter: filter.optional(), of: of.optional() }),
    answers: data<MapPoints>(),
    compressed: true,
  }),
  place: call({
    method: 'GET',
    path: '/map/place',
    summary: 'Where a customer or a meter lies, and where its address would put it',
    policy: { from: 'user' },
    input: z.object({ of, id: rowRequest.id }),
    answers: data<PlaceFacts>(),
  }),
}

export const mapListCalls = {
  list: listCall(customer, '/customers/map', {
    summary: 'Customers in an area of the map, on a layer of it, or not on it',
    parameters: area,
  }),
  csv: {
    method: 'GET' as const,
    path: '/customers/map/csv',
    summary: 'Download customers of an area of the map as CSV',
    policy: { from: 'manager' as const, whileImpersonating: false },
    input: csvParameters.extend(area).loose(),
    answers: file,
    sends: 'text/csv',
    compressed: true,
  },
}

export const customerPlaceCalls = put(customer)
export const meterPlaceCalls = put(meter)
