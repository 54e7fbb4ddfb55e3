import { type Map as LeafletMap, type Rectangle, rectangle } from 'leaflet'
import type { Box } from '#domain/map/box.ts'
import classes from './map.module.css'

const LEAST_PIXELS = 6

/** Lets somebody draw a rectangle with a mouse, a pen or a finger; answers how to stop it. */
export function drawRectangle(made: LeafletMap, onDrawn: (box: Box) => void): () => void {
  const element = made.getContainer()
  let from: { x: number; y: number } | null = null
  let shape: Rectangle | null = null
  made.dragging.disable()
  const at = (event: PointerEvent) => made.mouseEventToContainerPoint(event)
  const begin = (event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest('.leaflet-control')) return
    from = at(event)
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (!from) return
    const to = at(event)
    const bounds = boundsOf(made, from, to)
    shape ??= rectangle(bounds, { className: classes.area ?? '', interactive: false }).addTo(made)
    shape.setBounds(bounds)
  }
  const end = (event: PointerEvent) => {
    if (!from) return
    const to = at(event)
    const isLarge = Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= LEAST_PIXELS
    const drawn = boundsOf(made, from, to)
    from = null
    shape?.remove()
    shape = null
    if (isLarge) onDrawn(boxOf(drawn))
  }
  element.addEventListener('pointerdown', begin)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', end)
  return () => {
    element.removeEventListener('pointerdown', begin)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', end)
    shape?.remove()
    made.dragging.enable()
  }
}

type Corners = [[south: number, west: number], [north: number, east: number]]
type Spot = { x: number; y: number }

function boundsOf(made: LeafletMap, one: Spot, other: Spot): Corners {
  const first = made.containerPointToLatLng([one.x, one.y])
  const second = made.containerPointToLatLng([other.x, other.y])
  return [
    [Math.min(first.lat, second.lat), Math.min(first.lng, second.lng)],
    [Math.max(first.lat, second.lat), Math.max(first.lng, second.lng)],
  ]
}

function boxOf([[south, west], [north, east]]: Corners): Box {
  return { west, south, east, north }
}
