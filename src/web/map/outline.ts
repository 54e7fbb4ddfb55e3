import shore from './new-zealand.txt?raw'

// One line for each island: where it begins, and then the steps along its shore, in thousandths of
// a degree. It comes with the product: the map is there without any other server.
const STEPS = 1000

/** The islands of New Zealand as rings of latitude and longitude. */
export function islands(): [latitude: number, longitude: number][][] {
  return shore.trim().split('\n').map(ringOf)
}

function ringOf(line: string): [number, number][] {
  const numbers = line.split(' ').map(Number)
  const ring: [number, number][] = []
  let x = 0
  let y = 0
  for (let place = 0; place < numbers.length; place += 2) {
    x += numbers[place] ?? 0
    y += numbers[place + 1] ?? 0
    ring.push([y / STEPS, x / STEPS])
  }
  return ring
}
