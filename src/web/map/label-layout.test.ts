import { expect, test } from 'vitest'
import { layOut } from './label-layout.ts'
import { islands } from './outline.ts'

test('a name stands beside its point, beside the mark on it, or nowhere', () => {
  const labels = [
    { name: 'Auckland', x: 100, y: 100 },
    { name: 'Takapuna', x: 104, y: 98 },
    { name: 'Hamilton', x: 100, y: 300 },
    { name: 'Cambridge', x: 60, y: 305 },
    { name: 'Gore', x: 400, y: 400 },
  ]
  const placed = layOut(labels, [{ x: 98, y: 302, radius: 20 }])
  expect(placed.map(({ name, shift }) => [name, shift])).toEqual([
    ['Auckland', 8],
    ['Hamilton', 22],
    ['Gore', 8],
  ])
})

test('the outline has both islands, Stewart Island and the Chathams, as closed shores', () => {
  const rings = islands()
  const isIn = (name: string, latitude: number, longitude: number) => {
    const ring = rings.find((one) => isInside(latitude, longitude, one))
    expect(ring, name).toBeDefined()
    return ring
  }
  expect(isIn('Hamilton', -37.79, 175.28)).not.toBe(isIn('Twizel', -44.26, 170.1))
  isIn('Stewart Island', -47, 167.9)
  isIn('Chatham Island', -44, 183.5)
  expect(rings.every((ring) => String(ring[0]) === String(ring.at(-1)))).toBe(true)
  expect(rings.some((ring) => isInside(-33.9, 151.2, ring))).toBe(false)
})

/** By how often a line to the east crosses the shore. */
function isInside(latitude: number, longitude: number, ring: [number, number][]): boolean {
  return (
    ring.filter(([south, west], place) => {
      const [north, east] = ring[place + 1] ?? ring[0] ?? [0, 0]
      if (south > latitude === north > latitude) return false
      return longitude < west + ((latitude - south) / (north - south)) * (east - west)
    }).length %
      2 ===
    1
  )
}
