import { circleMarker, divIcon, type LayerGroup, marker } from 'leaflet'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import type { MapPoint, MapPoints, MapSquare } from '#domain/map/map-calls.ts'
import { eastward, type Place } from '#domain/map/place.ts'
import { toneOf } from '#web/kit/frame/tone.ts'
import classes from './map.module.css'

export interface MarkHandlers {
  /** Somebody wants to see more of what lies here. */
  onSquare(square: MapSquare): void
  onPoint(point: MapPoint): void
}

const SMALLEST = 26
const LARGEST = 46

/** Draws what lies in the view: several together as numbers, single ones as dots. */
export function drawMarks(group: LayerGroup, found: MapPoints, handlers: MarkHandlers): void {
  group.clearLayers()
  for (const { square, size } of bubblesOf(found)) drawSquare(group, square, size, handlers)
  for (const [first, ...others] of spotsOf(found))
    if (first && others.length === 0) drawDot(group, first, handlers)
}

/** The numbers, each as large as its share; several points at one spot are a number, too. */
export function bubblesOf(found: MapPoints | undefined) {
  const squares = found?.squares ?? []
  const most = Math.max(1, ...squares.map(({ n }) => n))
  const sized = squares.map((square) => {
    const size = Math.round(SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(square.n / most))
    return { square, size }
  })
  const stacks = spotsOf(found).flatMap((here) => {
    const [first] = here
    if (!first || here.length === 1) return []
    const { latitude, longitude } = first
    return [{ square: { latitude, longitude, n: here.length, overdue: null }, size: SMALLEST }]
  })
  return [...sized, ...stacks].map((one) => ({ ...one, place: placeOf(one.square) }))
}

function spotsOf(found: MapPoints | undefined): MapPoint[][] {
  const spotOf = ({ latitude, longitude }: MapPoint) => `${latitude} ${longitude}`
  return [...Map.groupBy(found?.points ?? [], spotOf).values()]
}

const placeOf = ({ latitude, longitude }: Place): [number, number] => [
  latitude,
  eastward(longitude),
]

function drawSquare(
  group: LayerGroup,
  square: MapSquare,
  size: number,
  { onSquare }: MarkHandlers,
): void {
  const number = document.createElement('span')
  number.textContent = shortCount(square.n)
  const owes = square.overdue !== null && Number(square.overdue) > 0
  const className = owes ? `${classes.square} ${classes.owing}` : (classes.square ?? '')
  const icon = divIcon({ html: number, className, iconSize: [size, size] })
  const debt = owes ? `, $${formatMoney(square.overdue ?? '0')} overdue` : ''
  const words = `${plural(square.n, 'place')}${debt}`
  marker(placeOf(square), { icon, keyboard: false, title: words })
    .on('click', () => onSquare(square))
    .addTo(group)
}

function drawDot(group: LayerGroup, point: MapPoint, { onPoint }: MarkHandlers): void {
  const tone = point.is_overdue ? 'red' : toneOf(point.customer_status ?? '')
  const isHollow = point.location_source === 'town'
  const names = [classes.dot, classes[tone], isHollow ? classes.hollow : '']
  const className = names.filter(Boolean).join(' ')
  const radius = point.required_for_medical ? 9 : 7
  const dot = circleMarker(placeOf(point), { radius, className, bubblingMouseEvents: false })
  const words = document.createElement('span')
  words.textContent = point.required_for_medical ? `${point.name} · medical` : point.name
  dot
    .bindTooltip(words)
    .on('click', () => onPoint(point))
    .addTo(group)
}

function shortCount(n: number): string {
  if (n < 1000) return String(n)
  return n < 10_000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`
}
