import { circleMarker, divIcon, type LayerGroup, marker } from 'leaflet'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { MOST_ZOOM } from '#domain/map/box.ts'
import type { MapPoint, MapPoints, MapSquare } from '#domain/map/map-calls.ts'
import { eastward } from '#domain/map/place.ts'
import { toneOf } from '#web/kit/frame/tone.ts'
import classes from './map.module.css'

export interface MarkHandlers {
  /** Somebody wants to see more of what lies here. */
  onSquare(square: MapSquare): void
  onPoint(point: MapPoint): void
}

const SMALLEST = 26
const LARGEST = 46

/** Draws what lies in the view: squares as numbers, single ones as dots. */
export function drawMarks(group: LayerGroup, found: MapPoints, handlers: MarkHandlers): void {
  group.clearLayers()
  const most = Math.max(1, ...found.squares.map(({ n }) => n))
  for (const square of found.squares) drawSquare(group, square, most, handlers)
  // Several at one spot are one mark with a number: they would lie on top of each other.
  const spots = Map.groupBy(found.points, spotOf)
  for (const here of spots.values()) drawSpot(group, here, handlers)
}

const spotOf = ({ latitude, longitude }: MapPoint) => `${latitude} ${longitude}`

function drawSquare(
  group: LayerGroup,
  square: MapSquare,
  most: number,
  { onSquare }: MarkHandlers,
): void {
  const share = Math.sqrt(square.n / most)
  const size = Math.round(SMALLEST + (LARGEST - SMALLEST) * share)
  const number = document.createElement('span')
  number.textContent = shortCount(square.n)
  const owes = square.overdue !== null && Number(square.overdue) > 0
  const className = owes ? `${classes.square} ${classes.owing}` : (classes.square ?? '')
  const icon = divIcon({ html: number, className, iconSize: [size, size] })
  const words = `${plural(square.n, 'place')}${owes ? `, $${formatMoney(square.overdue ?? '0')} overdue` : ''}`
  marker([square.latitude, eastward(square.longitude)], { icon, keyboard: false, title: words })
    .on('click', () => onSquare(square))
    .addTo(group)
}

function drawSpot(group: LayerGroup, here: MapPoint[], { onPoint, onSquare }: MarkHandlers): void {
  const [first] = here
  if (!first) return
  const place: [number, number] = [first.latitude, eastward(first.longitude)]
  if (here.length > 1) {
    const { latitude, longitude } = first
    const square = { latitude, longitude, n: here.length, overdue: null }
    drawSquare(group, square, MOST_ZOOM, { onPoint, onSquare })
    return
  }
  const tone = first.is_overdue ? 'red' : toneOf(first.customer_status ?? '')
  const isHollow = first.location_source === 'town'
  const names = [classes.dot, classes[tone], isHollow ? classes.hollow : '']
  const className = names.filter(Boolean).join(' ')
  const radius = first.required_for_medical ? 9 : 7
  const dot = circleMarker(place, { radius, className, bubblingMouseEvents: false })
  const words = document.createElement('span')
  words.textContent = first.required_for_medical ? `${first.name} · medical` : first.name
  dot
    .bindTooltip(words)
    .on('click', () => onPoint(first))
    .addTo(group)
}

function shortCount(n: number): string {
  if (n < 1000) return String(n)
  return n < 10_000 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`
}
