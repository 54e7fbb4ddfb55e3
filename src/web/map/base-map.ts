import {
  control,
  divIcon,
  type Map as LeafletMap,
  layerGroup,
  map,
  marker,
  polygon,
  tileLayer,
} from 'leaflet'
import type { geographyCalls } from '#domain/identity/geography-calls.ts'
import type { DataOf } from '#domain/kit/call.ts'
import { MOST_ZOOM } from '#domain/map/box.ts'
import type { MapPoints, MapStart } from '#domain/map/map-calls.ts'
import { eastward } from '#domain/map/place.ts'
import { layOut } from './label-layout.ts'
import classes from './map.module.css'
import type { MapView } from './map-state.ts'
import { bubblesOf } from './marks.ts'
import { islands } from './outline.ts'

type Names = DataOf<typeof geographyCalls.places>

const LEAST_ZOOM = 4
const SOURCES = 'Outline: Natural Earth'
const TOWNS_FROM: Record<number, number> = { 1: 5, 2: 7, 3: 9 }
const REGIONS_UNTIL = 8
const REGIONS_FROM = 6

/** A map of New Zealand with nothing on it, in a part of the page. */
export function makeMap(element: HTMLElement, view: MapView, tiles: MapStart['tiles']): LeafletMap {
  const made = map(element, {
    attributionControl: false,
    minZoom: LEAST_ZOOM,
    maxZoom: MOST_ZOOM,
    maxBounds: [
      [-56, 150],
      [-26, 200],
    ],
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  made.setView([view.latitude, eastward(view.longitude)], view.zoom)
  const credits = control.attribution({ prefix: false }).addTo(made)
  if (tiles) tileLayer(tiles.url, { maxZoom: MOST_ZOOM }).addTo(made)
  // Words of whoever runs the installation; they are text here, whatever they hold.
  credits.addAttribution(escaped(tiles ? tiles.attribution : SOURCES))
  if (!tiles) drawLand(made)
  return made
}

function drawLand(made: LeafletMap): void {
  const pane = made.createPane('land')
  pane.style.zIndex = '150'
  for (const ring of islands())
    polygon(ring, { pane: 'land', interactive: false, className: classes.land ?? '' }).addTo(made)
}

/** The names of regions and towns that are worth reading from here, beside what lies on them. */
export function drawNames(made: LeafletMap, names: Names, found: MapPoints | undefined) {
  const group = layerGroup().addTo(made)
  const pane = made.getPane('names') ?? made.createPane('names')
  pane.style.zIndex = '250'
  const write = () => {
    group.clearLayers()
    const bubbles = bubblesOf(found).map(({ place, size }) => {
      const { x, y } = made.latLngToContainerPoint(place)
      return { x, y, radius: size / 2 }
    })
    const labels = namesFrom(made, names).map((one) => {
      const { x, y } = made.latLngToContainerPoint(one.place)
      return { ...one, x, y }
    })
    for (const { name, place, isRegion, shift } of layOut(labels, bubbles)) {
      const label = document.createElement('span')
      label.textContent = name
      label.style.left = `${shift}px`
      const className = (isRegion ? classes.region : classes.town) ?? ''
      const icon = divIcon({ html: label, className, iconSize: [0, 0] })
      marker(place, { icon, pane: 'names', interactive: false, keyboard: false }).addTo(group)
    }
  }
  made.on('moveend', write)
  write()
  return () => {
    made.off('moveend', write)
    group.remove()
  }
}

interface NamedPlace {
  name: string
  place: [latitude: number, longitude: number]
  isRegion: boolean
}

/** Large towns first: they have the right of way. */
function namesFrom(made: LeafletMap, { regions, cities }: Names): NamedPlace[] {
  const zoom = made.getZoom()
  const seen = made.getBounds().pad(0.05)
  const placed = (one: { name: string; latitude: number; longitude: number }) => ({
    name: one.name,
    place: [one.latitude, eastward(one.longitude)] as [number, number],
  })
  const towns = cities
    .filter(({ size }) => zoom >= (TOWNS_FROM[size] ?? 0))
    .toSorted((one, other) => one.size - other.size)
    .map((town) => ({ ...placed(town), isRegion: false }))
  const isRegional = zoom >= REGIONS_FROM && zoom < REGIONS_UNTIL
  const named = isRegional ? regions.map((one) => ({ ...placed(one), isRegion: true })) : []
  return [...towns, ...named].filter(({ place }) => seen.contains(place))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
