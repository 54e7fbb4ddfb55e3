import type { ByteReader } from './byte-reader.ts'
import type { Piece } from './plain-picture.ts'

// A HEIC is a tree of boxes. Its `meta` box lists items (`iinf`: which of them are notes) and where
// their bytes are (`iloc`). The notes are blanked where they stand, so that nothing else moves; which
// way is up is a property of the picture itself and stays.

interface Box {
  name: string
  start: number
  end: number
}

const MAX_META = 4 * 2 ** 20
const MAX_BOXES = 10_000

export async function plainHeic(file: ByteReader): Promise<Piece[] | null> {
  const meta = await metaBox(file)
  if (!meta) return null
  const bytes = await file.read(meta.start, meta.end - meta.start)
  try {
    return blanked(file.size, notesIn(bytes))
  } catch (error) {
    // What reads past its end is not built as it says.
    if (error instanceof RangeError) return null
    throw error
  }
}

async function metaBox(file: ByteReader): Promise<Box | null> {
  let at = 0
  for (let n = 0; n < MAX_BOXES && at + 8 <= file.size; n += 1) {
    const head = await file.read(at, 16)
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short || file.size - at
    if (size < 8 || at + size > file.size) return null
    const start = at + (isLong ? 16 : 8)
    if (head.toString('latin1', 4, 8) === 'meta')
      return size > MAX_META ? null : { name: 'meta', start, end: at + size }
    at += size
  }
  return null
}

function boxesIn(bytes: Buffer, from: number, to = bytes.length): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > to) throw new RangeError('A box is longer than its place.')
    found.push({ name: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size })
    at += size
  }
  return found
}

/** Where the notes of cameras and programs lie in the file. */
function notesIn(meta: Buffer): { from: number; to: number }[] {
  // A version and flags come before the boxes.
  const boxes = boxesIn(meta, 4)
  const iinf = boxes.find(({ name }) => name === 'iinf')
  const iloc = boxes.find(({ name }) => name === 'iloc')
  if (!iinf || !iloc) return []
  const notes = new Set(noteItems(meta, iinf))
  return placesIn(meta, iloc).flatMap(({ item, from, to }) =>
    notes.has(item) ? [{ from, to }] : [],
  )
}

function noteItems(meta: Buffer, iinf: Box): number[] {
  const isOld = meta.readUInt8(iinf.start) === 0
  const entries = boxesIn(meta, iinf.start + (isOld ? 6 : 8), iinf.end)
  return entries.flatMap(({ start }) => {
    const version = meta.readUInt8(start)
    const wide = version >= 3
    const item = wide ? meta.readUInt32BE(start + 4) : meta.readUInt16BE(start + 4)
    const type = meta.toString('latin1', start + (wide ? 10 : 8), start + (wide ? 14 : 12))
    return type === 'Exif' || type === 'mime' ? [item] : []
  })
}

function placesIn(meta: Buffer, iloc: Box): { item: number; from: number; to: number }[] {
  const version = meta.readUInt8(iloc.start)
  const sizes = meta.readUInt16BE(iloc.start + 4)
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0]
  let at = iloc.start + 6
  const take = (size: number): number => {
    if (at + size > iloc.end) throw new RangeError('A list of places ends early.')
    const value =
      size === 0 ? 0 : size === 8 ? Number(meta.readBigUInt64BE(at)) : meta.readUIntBE(at, size)
    at += size
    return value
  }
  const places: { item: number; from: number; to: number }[] = []
  for (let items = take(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const item = take(version < 2 ? 2 : 4)
    const method = version > 0 ? take(2) & 15 : 0
    take(2)
    const base = take(baseSize)
    for (let extents = take(2); extents > 0; extents -= 1) {
      if (indexSize > 0) take(indexSize)
      const from = base + take(offsetSize)
      const to = from + take(lengthSize)
      // Only bytes of the file itself have a place in it.
      if (method === 0) places.push({ item, from, to })
    }
  }
  return places
}

function blanked(size: number, notes: { from: number; to: number }[]): Piece[] | null {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to } of notes.toSorted((one, other) => one.from - other.from)) {
    if (from < at || to > size) return null
    pieces.push({ from: at, to: from }, Buffer.alloc(to - from))
    at = to
  }
  return [...pieces, { from: at, to: size }]
}
