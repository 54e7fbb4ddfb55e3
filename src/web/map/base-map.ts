import {
  control,
  divIcon,
  type LayerGroup,
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
import type { MapStart } from '#domain/map/map-calls.ts'
import { eastward } from '#domain/map/place.ts'
import classes from './map.module.css'
import type { MapView } from './map-state.ts'
import { islands } from './outline.ts'

type Names = DataOf<typeof geographyCalls.places>

const LEAST_ZOOM = 4
const SOURCES = 'Outline: Natural Earth'
const TOWNS_FROM = { 1: 5, 2: 7, 3: 9 } as const
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

/** The names of regions and towns that are worth reading from here. */
export function drawNames(made: LeafletMap, names: Names): LayerGroup {
  const group = layerGroup().addTo(made)
  const pane = made.getPane('names') ?? made.createPane('names')
  pane.style.zIndex = '250'
  const write = () => {
    group.clearLayers()
    const zoom = made.getZoom()
    const seen = made.getBounds().pad(0.1)
    const put = (name: string, latitude: number, longitude: number, className: string) => {
      const place: [number, number] = [latitude, eastward(longitude)]
      if (!seen.contains(place)) return
      const label = document.createElement('span')
      label.textContent = name
      const icon = divIcon({ html: label, className, iconSize: [0, 0] })
      marker(place, { icon, pane: 'names', interactive: false, keyboard: false }).addTo(group)
    }
    if (zoom >= REGIONS_FROM && zoom < REGIONS_UNTIL)
      for (const { name, latitude, longitude } of names.regions)
        put(name, latitude, longitude, classes.region ?? '')
    for (const { name, latitude, longitude, size } of names.cities)
      if (zoom >= (TOWNS_FROM[size as 1 | 2 | 3] ?? 0))
        put(name, latitude, longitude, classes.town ?? '')
  }
  made.on('moveend', write)
  group.on('remove', () => made.off('moveend', write))
  write()
  return group
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
