// The bodies of lists and their rows are large and short-lived. Left to the collector, which comes
// late, they would pile up to more than the whole heap.
const SMALL = 16_384

interface Shelf {
  capacity: number
  /** How many are kept for the next; what is more goes to the collector. */
  most: number
  free: Buffer[]
}

const shelves: readonly Shelf[] = [
  { capacity: 131_072, most: 32, free: [] },
  { capacity: 524_288, most: 8, free: [] },
]

/** Room for a body of this size: what is neither small nor huge is used again. */
export function takeBody(size: number): Buffer {
  const shelf = shelves.find(({ capacity }) => size <= capacity)
  if (size <= SMALL || !shelf) return Buffer.allocUnsafe(size)
  const whole = shelf.free.pop() ?? newOn(shelf)
  return whole.subarray(0, size)
}

// Small bodies lie in memory that Node shares out among many: never to be taken for ours.
const shelfOf = new WeakMap<ArrayBufferLike, Shelf>()

function newOn(shelf: Shelf): Buffer {
  const whole = Buffer.allocUnsafeSlow(shelf.capacity)
  shelfOf.set(whole.buffer, shelf)
  return whole
}

/** True of a body that is to be given back. */
export function isLent({ buffer }: Buffer): boolean {
  return shelfOf.has(buffer)
}

/** Called once the body is sent; nobody may read it afterwards. */
export function giveBackBody({ buffer }: Buffer): void {
  const shelf = shelfOf.get(buffer)
  if (shelf && shelf.free.length < shelf.most) shelf.free.push(Buffer.from(buffer))
}

const SHEET_BYTES = 131_072
const NOTHING: Buffer = Buffer.alloc(0)

/** Room for the rows of one list, one after the other on a few large sheets. */
export function sheets(): (size: number) => Buffer {
  let sheet = NOTHING
  let used = 0
  return (size) => {
    if (size > SHEET_BYTES) return Buffer.allocUnsafe(size)
    if (used + size > sheet.length) {
      sheet = takeBody(SHEET_BYTES)
      used = 0
    }
    used += size
    return sheet.subarray(used - size, used)
  }
}

/** Called once nobody reads these rows any more. */
export function giveBackSheets(rows: readonly Buffer[]): void {
  for (const buffer of new Set(rows.map((row) => row.buffer))) giveBackBody(Buffer.from(buffer))
}
