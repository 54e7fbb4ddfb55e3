// The bodies of lists are large and short-lived. Left to the collector, which comes late, they would
// pile up to more than the whole heap.
const SMALL = 16_384
const CAPACITY = 262_144
const MAX_FREE = 16

const free: Buffer[] = []

/** Room for a body of this size: what is neither small nor huge comes from the free list. */
export function takeBody(size: number): Buffer {
  if (size <= SMALL || size > CAPACITY) return Buffer.allocUnsafe(size)
  const whole = free.pop() ?? Buffer.allocUnsafeSlow(CAPACITY)
  return whole.subarray(0, size)
}

/** Called once the body is sent; nobody may read it afterwards. */
export function giveBackBody(body: Buffer): void {
  if (body.buffer.byteLength !== CAPACITY || free.length >= MAX_FREE) return
  free.push(Buffer.from(body.buffer))
}
