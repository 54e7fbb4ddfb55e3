import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture by its first chunk. */
interface PngHead {
  width: number
  height: number
  depth: number
  /** 0 grey, 2 colours, 3 a palette, 4 grey and 6 colours with transparency. */
  colours: number
  isInterlaced: boolean
}

const SIGNATURE = 8
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function pngHead(png: Buffer): PngHead | null {
  if (png.length < 33 || png.toString('latin1', 12, 16) !== 'IHDR') return null
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    depth: png.readUInt8(24),
    colours: png.readUInt8(25),
    isInterlaced: png.readUInt8(28) !== 0,
  }
}

/**
 * The picture as it looks on white paper, without transparency: a PDF takes it as it is, where a
 * transparent one would be taken apart anew for each page. Null for what cannot be read, and for the
 * rare kinds that no program saves unless it is told to.
 */
export function flatPng(png: Buffer): Buffer | null {
  const head = pngHead(png)
  if (!head || head.isInterlaced || !(head.colours in channelsOf)) return null
  const chunks = chunksOf(png)
  if (!chunks) return null
  const isSeeThrough = head.colours === 4 || head.colours === 6
  if (chunks.has('tRNS') || (isSeeThrough && head.depth !== 8)) return null
  const pixels = rowsOf(head, chunks.get('IDAT') ?? [])
  if (!pixels) return null
  return isSeeThrough ? written(head, onWhite(head, pixels)) : png
}

function chunksOf(png: Buffer): Map<string, Buffer[]> | null {
  const chunks = new Map<string, Buffer[]>()
  for (let at = SIGNATURE; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > png.length) return null
    chunks.set(name, [...(chunks.get(name) ?? []), png.subarray(at + 8, end - 4)])
    if (name === 'IEND') return chunks
    at = end
  }
  return null
}

/** The bytes of all rows, each behind the way it was written; null where some are missing. */
function rowsOf({ width, height, depth, colours }: PngHead, packed: Buffer[]): Buffer | null {
  const length = Math.ceil((width * (channelsOf[colours] ?? 0) * depth) / 8)
  const whole = (length + 1) * height
  try {
    // One byte more than there may be: whatever unpacks to more is no picture of this size.
    const bytes = inflateSync(Buffer.concat(packed), { maxOutputLength: whole + 1 })
    return bytes.length === whole ? bytes : null
  } catch {
    return null
  }
}

/** Undoes how each row was written, and lays every pixel on white. */
function onWhite({ width, height, colours }: PngHead, rows: Buffer): Buffer {
  const channels = channelsOf[colours] ?? 0
  const shades = channels - 1
  const length = width * channels
  const flat = Buffer.alloc((width * shades + 1) * height)
  let above = Buffer.alloc(length)
  let to = 0
  for (let row = 0; row < height; row += 1) {
    const at = row * (length + 1)
    const line = unfiltered(rows.subarray(at + 1, at + 1 + length), above, {
      way: rows[at] ?? 0,
      step: channels,
    })
    to += 1
    for (let pixel = 0; pixel < length; pixel += channels) {
      const share = (line[pixel + shades] ?? 0) / 255
      for (let shade = 0; shade < shades; shade += 1, to += 1)
        flat[to] = Math.round((line[pixel + shade] ?? 0) * share + 255 * (1 - share))
    }
    above = line
  }
  return flat
}

/** A row as it was before it was written as differences to its neighbours. */
function unfiltered(line: Buffer, above: Buffer, { way, step }: { way: number; step: number }) {
  const plain = Buffer.from(line)
  for (let at = 0; at < plain.length; at += 1) {
    const left = at >= step ? (plain[at - step] ?? 0) : 0
    const over = above[at] ?? 0
    const corner = at >= step ? (above[at - step] ?? 0) : 0
    plain[at] = ((plain[at] ?? 0) + guess(way, left, over, corner)) & 0xff
  }
  return plain
}

function guess(way: number, left: number, over: number, corner: number): number {
  if (way === 1) return left
  if (way === 2) return over
  if (way === 3) return (left + over) >> 1
  return way === 4 ? nearest(left, over, corner) : 0
}

/** Paeth: the neighbour that is nearest to what all three lead one to expect. */
function nearest(left: number, over: number, corner: number): number {
  const expected = left + over - corner
  const [toLeft, toOver, toCorner] = [left, over, corner].map((one) => Math.abs(expected - one))
  if (Number(toLeft) <= Number(toOver) && Number(toLeft) <= Number(toCorner)) return left
  return Number(toOver) <= Number(toCorner) ? over : corner
}

function written({ width, height, colours }: PngHead, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  head.writeUInt8(colours === 6 ? 2 : 0, 9)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(body.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
