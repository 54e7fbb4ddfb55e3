import 'leaflet/dist/leaflet.css'
import { useQuery } from '@tanstack/react-query'
import {
  type LatLngBounds,
  type LayerGroup,
  type Map as LeafletMap,
  layerGroup,
  rectangle,
} from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { type Box, boxText, readBox } from '#domain/map/box.ts'
import type { MapPoint, MapPoints, MapStart } from '#domain/map/map-calls.ts'
import { eastward, type Place } from '#domain/map/place.ts'
import { drawNames, makeMap } from './base-map.ts'
import { drawRectangle } from './draw-rectangle.ts'
import { handle } from './handle.ts'
import classes from './map.module.css'
import { namesQuery } from './map-queries.ts'
import type { MapView } from './map-state.ts'
import { drawMarks } from './marks.ts'

/** What is seen of the map: the box, and how close. */
export interface SeenBox {
  box: string
  zoom: number
}

interface Props {
  start: MapStart
  /** Where it is to be looked at; the map goes there when it changes. */
  view: MapView
  found: MapPoints | undefined
  area: string
  isDrawing: boolean
  /** Where somebody is putting something. */
  placed: Place | null
  onSeen: (seen: SeenBox, view: MapView) => void
  onPoint: (point: MapPoint) => void
  onArea: (box: string) => void
  onPlaced: (place: Place) => void
}

const CLOSER = 2
const HOW_TO =
  'Map. Arrow keys move it, plus and minus change how close it is. ' +
  'Everything on it stands in the list beside it.'

/** The map itself. Whatever it shows stands in words beside it as well. */
export function MapCanvas(props: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<LeafletMap | null>(null)
  const marks = useRef<LayerGroup>(layerGroup())
  const latest = useRef(props)
  latest.current = props
  const { start, view, found, area, isDrawing, placed } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later views are gone to
  useEffect(() => {
    if (!element.current) return
    const one = makeMap(element.current, view, start.tiles)
    marks.current.addTo(one)
    const tell = () => latest.current.onSeen(seenOf(one), viewOf(one))
    one.on('moveend', tell)
    setMade(one)
    tell()
    return () => {
      // A movement ends with the map, when another screen has the address already.
      one.off('moveend', tell)
      one.remove()
    }
  }, [start.tiles])

  useEffect(() => {
    if (!made || isAt(made, view)) return
    made.setView([view.latitude, eastward(view.longitude)], view.zoom)
  }, [made, view])

  const { data: names } = useQuery(namesQuery)
  useEffect(() => {
    if (!made || !names || start.tiles) return
    return drawNames(made, names, found)
  }, [made, names, found, start.tiles])

  useEffect(() => {
    if (!made || !found) return
    drawMarks(marks.current, found, {
      onSquare: ({ latitude, longitude }) =>
        made.setView([latitude, eastward(longitude)], made.getZoom() + CLOSER),
      onPoint: (point) => latest.current.onPoint(point),
    })
  }, [made, found])

  useEffect(() => {
    const box = readBox(area)
    if (!made || !box) return
    const shape = rectangle(cornersOf(box), { className: classes.area ?? '', interactive: false })
    shape.addTo(made)
    return () => void shape.remove()
  }, [made, area])

  useEffect(() => {
    if (!made || !isDrawing) return
    return drawRectangle(made, (box) => latest.current.onArea(boxText(box)))
  }, [made, isDrawing])

  useEffect(() => {
    if (!made || !placed) return
    const grip = handle(placed, (place) => latest.current.onPlaced(place)).addTo(made)
    return () => void grip.remove()
  }, [made, placed])

  return (
    <div
      ref={element}
      className={isDrawing ? `${classes.canvas} ${classes.drawing}` : classes.canvas}
      role="application"
      aria-label={HOW_TO}
    />
  )
}

const cornersOf = ({ west, south, east, north }: Box): [number, number][] => [
  [south, west],
  [north, east],
]

function seenOf(made: LeafletMap): SeenBox {
  return { box: boxText(onEarth(made.getBounds())), zoom: made.getZoom() }
}

function onEarth(bounds: LatLngBounds): Box {
  return {
    west: Math.max(0, bounds.getWest()),
    south: Math.max(-85, bounds.getSouth()),
    east: Math.min(360, bounds.getEast()),
    north: Math.min(85, bounds.getNorth()),
  }
}

function viewOf(made: LeafletMap): MapView {
  const { lat, lng } = made.getCenter()
  return { latitude: lat, longitude: lng, zoom: made.getZoom() }
}

const NEAR = 0.0002

function isAt(made: LeafletMap, view: MapView): boolean {
  const { lat, lng } = made.getCenter()
  const isThere =
    Math.abs(lat - view.latitude) < NEAR && Math.abs(lng - eastward(view.longitude)) < NEAR
  return isThere && made.getZoom() === view.zoom
}
