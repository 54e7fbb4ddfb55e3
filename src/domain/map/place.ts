import { z } from 'zod'

/** A place on the map in degrees, as a phone or an atlas gives it. */
export interface Place {
  latitude: number
  longitude: number
}

interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

const mainland: Bounds = { south: -47.4, north: -34.3, west: 166.3, east: 178.6 }
const chathams: Bounds = { south: -44.7, north: -43.5, west: 182.9, east: 184.2 }
const FULL_TURN = 360
const HALF_TURN = 180

/** East of the date line longitudes go on: the Chathams lie to the right of the mainland. */
export function eastward(longitude: number): number {
  return longitude < 0 ? longitude + FULL_TURN : longitude
}

/** As it is kept: between −180 and 180, to about ten centimetres. */
export function keptPlace({ latitude, longitude }: Place): { latitude: string; longitude: string } {
  const west = longitude > HALF_TURN ? longitude - FULL_TURN : longitude
  return { latitude: latitude.toFixed(6), longitude: west.toFixed(6) }
}

export function isInNewZealand({ latitude, longitude }: Place): boolean {
  const east = eastward(longitude)
  return [mainland, chathams].some(
    (bounds) =>
      latitude >= bounds.south &&
      latitude <= bounds.north &&
      east >= bounds.west &&
      east <= bounds.east,
  )
}

export const OUTSIDE = 'That place is not in New Zealand.'

const degrees = (most: number, message: string) =>
  z.number({ error: message }).min(-most, message).max(most, message)

/** A place as a call takes it. */
export const placeShape = {
  latitude: degrees(90, 'Latitude needs degrees, such as -41.28664.'),
  longitude: degrees(FULL_TURN, 'Longitude needs degrees, such as 174.77557.'),
}
