import { divIcon, type Marker, marker } from 'leaflet'
import { eastward, type Place } from '#domain/map/place.ts'
import classes from './map.module.css'

const SIZE = 28

/** What somebody drags to where it belongs; its numbers can be typed beside the map. */
export function handle({ latitude, longitude }: Place, onMoved: (place: Place) => void): Marker {
  const icon = divIcon({ className: classes.handle ?? '', iconSize: [SIZE, SIZE] })
  const grip = marker([latitude, eastward(longitude)], {
    icon,
    draggable: true,
    keyboard: false,
    zIndexOffset: 1000,
    title: 'Drag it to where it is',
  })
  grip.on('dragend', () => {
    const { lat, lng } = grip.getLatLng()
    onMoved({ latitude: lat, longitude: lng })
  })
  return grip
}
