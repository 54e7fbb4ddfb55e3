import type { MediaType } from '#domain/files/media-type.ts'
import type { ByteReader } from './byte-reader.ts'
import { plainHeic } from './plain-heic.ts'
import { plainJpeg } from './plain-jpeg.ts'

/** A stretch of the file as it was, or bytes in the place of others. */
export type Piece = { from: number; to: number } | Buffer

type Plain = (file: ByteReader) => Promise<Piece[] | null>

const kinds: Partial<Record<MediaType, Plain>> = {
  'image/jpeg': plainJpeg,
  'image/png': plainPng,
  'image/webp': plainWebp,
  'image/heic': plainHeic,
}

/**
 * The pieces of a picture without what its camera and its programs wrote beside it: place, time,
 * owner, serial numbers. Not a pixel changes, and it stays the right way up. Null where the file is
 * not built as its kind is, and so nobody can tell what else it holds.
 */
export async function plainPicture(file: ByteReader, type: MediaType): Promise<Piece[] | null> {
  const plain = kinds[type]
  return plain ? plain(file) : [{ from: 0, to: file.size }]
}

const PNG_HEAD = 8
// Colours, sizes, transparency and animation; words, times and cameras are not among them.
const pngKept = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
)
const MAX_CHUNKS = 100_000

async function plainPng(file: ByteReader): Promise<Piece[] | null> {
  const pieces: Piece[] = [{ from: 0, to: PNG_HEAD }]
  let at = PNG_HEAD
  for (let n = 0; n < MAX_CHUNKS; n += 1) {
    const head = await file.read(at, 8)
    // Cut short, it still shows what there is of it.
    if (head.length < 8) return pieces
    const end = Math.min(file.size, at + 12 + head.readUInt32BE(0))
    const name = head.toString('latin1', 4)
    if (!/^[A-Za-z]{4}$/.test(name)) return null
    if (pngKept.has(name)) pieces.push({ from: at, to: end })
    // What follows the end belongs to no picture.
    if (name === 'IEND') return pieces
    at = end
  }
  return null
}

const WEBP_HEAD = 12
const webpKept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const EXIF_AND_XMP = 0x0c

async function plainWebp(file: ByteReader): Promise<Piece[] | null> {
  const pieces: Piece[] = []
  const riff = await file.read(0, WEBP_HEAD)
  const end = Math.min(file.size, 8 + riff.readUInt32LE(4))
  let length = 4
  let at = WEBP_HEAD
  while (at < end) {
    const head = await file.read(at, 18)
    if (head.length < 8) return null
    const name = head.toString('latin1', 0, 4)
    const next = at + 8 + head.readUInt32LE(4) + (head.readUInt32LE(4) % 2)
    if (next > file.size || pieces.length > MAX_CHUNKS) return null
    if (webpKept.has(name)) {
      length += next - at
      if (name === 'VP8X' && head.length === 18) pieces.push(withoutFlags(head))
      else pieces.push({ from: at, to: next })
    }
    at = next
  }
  if (pieces.length === 0) return null
  riff.writeUInt32LE(length, 4)
  return [riff, ...pieces]
}

/** The head of an extended picture says what it holds; what was taken out is no longer said. */
function withoutFlags(head: Buffer): Buffer {
  const said = Buffer.from(head)
  said.writeUInt8(said.readUInt8(8) & ~EXIF_AND_XMP, 8)
  return said
}
