import { readFileSync, writeFileSync } from 'node:fs'

// Makes the outline of New Zealand that the map is drawn on, from Natural Earth 1:10m (public domain)
// as the package world-atlas brings it: `node scripts/outline.ts path/to/countries-10m.json`.

interface Topology {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: {
    countries: { geometries: { id?: string; arcs: number[][][] }[] }
  }
}

const NEW_ZEALAND = '554'
const TARGET = new URL('../src/web/map/new-zealand.txt', import.meta.url)
// Thousandths of a degree, about a hundred metres: the source knows no more.
const STEPS = 1000
// The islands far to the south and north have no customers, and would make the country small.
const SOUTH = -48
const NORTH = -33
const FULL_TURN = 360

const [, , source] = process.argv
if (!source) throw new Error('Name the file: node scripts/outline.ts countries-10m.json')
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology
const country = topology.objects.countries.geometries.find(({ id }) => id === NEW_ZEALAND)
if (!country) throw new Error('The file has no New Zealand.')
const rings = country.arcs.map(([outer = []]) => outer.flatMap(pointsOf).map(onGrid))
const lines = rings.filter(isNear).map(asSteps)
writeFileSync(TARGET, `${lines.join('\n')}\n`)
console.log(`${lines.length} islands written.`)

/** The points of one arc, which is walked backwards where its number is negative. */
function pointsOf(arc: number): [number, number][] {
  const { scale, translate } = topology.transform
  const steps = topology.arcs[arc < 0 ? ~arc : arc] ?? []
  let x = 0
  let y = 0
  const points = steps.map(([dx, dy]): [number, number] => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  return arc < 0 ? points.reverse() : points
}

/** East of the date line longitudes go on, so that the Chathams lie to the right. */
function onGrid([longitude, latitude]: [number, number]): [number, number] {
  const east = longitude < 0 ? longitude + FULL_TURN : longitude
  return [Math.round(east * STEPS), Math.round(latitude * STEPS)]
}

function isNear(ring: [number, number][]): boolean {
  return ring.every(([, y]) => y > SOUTH * STEPS && y < NORTH * STEPS)
}

/** One line for each island: where it begins, and then the steps along its shore. */
function asSteps(ring: [number, number][]): string {
  const numbers: number[] = []
  let last: [number, number] = [0, 0]
  for (const [x, y] of ring) {
    if (x === last[0] && y === last[1]) continue
    numbers.push(x - last[0], y - last[1])
    last = [x, y]
  }
  return numbers.join(' ')
}
