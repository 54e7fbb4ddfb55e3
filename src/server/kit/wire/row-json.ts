import type { Form, RowShape } from '#server/kit/rows/row-shape.ts'
import type { JsonRow } from './wire.ts'

/** A shape as bytes. */
interface BytesShape {
  /** What is written before each cell: its name, and what separates it from the one before. */
  heads: readonly Uint8Array[]
  puts: readonly PutBytes[]
  /** All columns empty, and where each begins: runs of empty cells are copied at once. */
  empty: Buffer
  emptyAt: readonly number[]
}

type PutBytes = (
  out: Uint8Array,
  to: number,
  bytes: Uint8Array,
  from: number,
  end: number,
) => number

const known = new WeakMap<RowShape, BytesShape>()

function bytesOf(shape: RowShape): BytesShape {
  const found = known.get(shape) ?? makeBytes(shape)
  known.set(shape, found)
  return found
}

function makeBytes({ cells }: RowShape): BytesShape {
  const heads = cells.map(({ name }, place) =>
    Buffer.from(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  )
  const emptyAt = [0]
  for (const head of heads) emptyAt.push((emptyAt.at(-1) ?? 0) + head.length + NULL.length)
  return {
    heads,
    puts: cells.map(({ form }) => putAs[form]),
    empty: Buffer.concat(heads.flatMap((head) => [head, NULL])),
    emptyAt,
  }
}

const NULL = Buffer.from('null')
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')
const ZONE = Buffer.from(':00"')
const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const LETTER_T = 84
const CLOSING_BRACE = 125

// A byte of text becomes six at most: \u0001.
const WORST = 6
const LARGE = 1_048_576

let scratch = Buffer.allocUnsafeSlow(65_536)

/** Reads one row of the wire protocol: a count, then a length and the bytes of every cell. */
export function readRow(shape: RowShape, bytes: Buffer, start: number, length: number): JsonRow {
  const { heads, puts, empty, emptyAt } = bytesOf(shape)
  const count = bytes.readInt16BE(start)
  if (count < puts.length) throw new Error('A row with fewer cells than its shape.')
  const out = roomFor(empty.length + WORST * length)
  let from = start + 2
  let to = 0
  for (let place = 0; place < puts.length; place++) {
    const first = place
    let size = bytes.readInt32BE(from)
    from += 4
    while (size < 0 && ++place < puts.length) {
      size = bytes.readInt32BE(from)
      from += 4
    }
    if (place > first) to += empty.copy(out, to, emptyAt[first], emptyAt[place])
    if (size < 0) break
    to = putBytes(out, to, heads[place] ?? NULL)
    to = (puts[place] ?? putPlain)(out, to, bytes, from, from + size)
    from += size
  }
  out[to++] = CLOSING_BRACE
  const json = Buffer.from(out.subarray(0, to))
  return { json, rest: readCells(bytes, from, count - puts.length) }
}

/** Cells as text, from where their lengths begin. */
export function readCells(bytes: Buffer, start: number, count: number): (string | null)[] {
  const cells = new Array<string | null>(count)
  let from = start
  for (let place = 0; place < count; place++) {
    const size = bytes.readInt32BE(from)
    from += 4
    cells[place] = size < 0 ? null : bytes.toString('utf8', from, from + size)
    from += Math.max(size, 0)
  }
  return cells
}

function roomFor(size: number): Buffer {
  if (size <= scratch.length) return scratch
  const room = Buffer.allocUnsafeSlow(size)
  // One huge note must not be remembered for ever.
  if (size <= LARGE) scratch = room
  return room
}

// Byte by byte: most cells are so short that calling into the engine to copy them costs more.
function putBytes(out: Uint8Array, to: number, bytes: Uint8Array): number {
  for (let from = 0; from < bytes.length; from++) out[to + from] = bytes[from] ?? 0
  return to + bytes.length
}

function putPlain(out: Uint8Array, to: number, bytes: Uint8Array, from: number, end: number) {
  for (let at = from; at < end; at++) out[to + at - from] = bytes[at] ?? 0
  return to + end - from
}

function putFlag(out: Uint8Array, to: number, bytes: Uint8Array, from: number) {
  return putBytes(out, to, bytes[from] === 't'.charCodeAt(0) ? TRUE : FALSE)
}

/** `2026-11-15 07:09:06.123+00` becomes the ISO form. */
function putInstant(out: Uint8Array, start: number, bytes: Uint8Array, from: number, end: number) {
  let to = start
  out[to++] = QUOTE
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    out[to++] = byte === SPACE ? LETTER_T : byte
  }
  return putBytes(out, to, ZONE)
}

function putText(out: Uint8Array, start: number, bytes: Uint8Array, from: number, end: number) {
  let to = start
  out[to++] = QUOTE
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) out[to++] = byte
    else to = putBytes(out, to, escapes[byte] ?? NULL)
  }
  out[to++] = QUOTE
  return to
}

// Only what JSON asks for is escaped; everything else stays the UTF-8 it is.
const escapes = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
)

const putAs: Record<Form, PutBytes> = {
  plain: putPlain,
  flag: putFlag,
  instant: putInstant,
  text: putText,
}
