import { eastward, type Place } from './place.ts'

/** A rectangle on the map in degrees; longitudes go on east of the date line. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The same on the grid that places are counted on, both ends included. */
export interface GridBox {
  x_from: number
  x_to: number
  y_from: number
  y_to: number
}

export const BAD_BOX = 'A box is west,south,east,north in degrees, such as 174.6,-41.4,175.1,-41.1.'
const MAX_LENGTH = 100
const LATITUDES = 90
const LONGITUDES = 360

/** Reads west,south,east,north; null where that is no rectangle of this world. */
export function readBox(text: string): Box | null {
  const parts = text.length <= MAX_LENGTH ? text.split(',') : []
  const isNumber = (part: string) => /^-?\d{1,3}(\.\d{1,15})?$/.test(part)
  if (parts.length !== 4 || !parts.every(isNumber)) return null
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const box = { west: eastward(west), south, east: eastward(east), north }
  const isOnEarth =
    Math.max(-south, north) <= LATITUDES && Math.max(box.west, box.east) <= LONGITUDES
  return isOnEarth && south < north && box.west < box.east ? box : null
}

export function boxText({ west, south, east, north }: Box): string {
  return [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(5)))).join(',')
}

// Places are kept on a grid as well: sixty degrees of longitude, halved twenty-four times. Its steps of
// latitude are shorter, so that its squares look square here.
export const GRID_BITS = 24
export const GRID_LONGITUDE = 60
export const GRID_LATITUDE = 45

const onGrid = (degrees: number, span: number) => Math.floor((degrees * 2 ** GRID_BITS) / span)

export function gridBox({ west, south, east, north }: Box): GridBox {
  return {
    x_from: onGrid(west, GRID_LONGITUDE),
    x_to: onGrid(east, GRID_LONGITUDE),
    y_from: onGrid(south, GRID_LATITUDE),
    y_to: onGrid(north, GRID_LATITUDE),
  }
}

/** The degrees that a step of the grid stands for. */
export function placeOfGrid(x: number, y: number): Place {
  const steps = 2 ** GRID_BITS
  return { latitude: (y * GRID_LATITUDE) / steps, longitude: (x * GRID_LONGITUDE) / steps }
}

/** By how many halvings places are put together at a zoom: a square is about 43 pixels wide. */
export function squareBits(zoom: number): number {
  return Math.max(0, GRID_BITS - zoom)
}

/** From here on single points are shown, unless they are too many. */
export const POINTS_FROM_ZOOM = 14
export const MOST_POINTS = 2000
export const MOST_ZOOM = 20
