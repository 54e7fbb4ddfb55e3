import type { ByteReader } from './byte-reader.ts'
import type { Piece } from './plain-picture.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const COMMENT = 0xfe
const MAX_SEGMENTS = 10_000

/**
 * A JPEG is a row of marked segments; the picture itself follows SOS until the next marker. Colour
 * profiles stay, and of the camera's notes only which way is up, written anew. Further pictures and
 * films behind the end are left out: they carry notes of their own.
 */
export async function plainJpeg(file: ByteReader): Promise<Piece[] | null> {
  const pieces: Piece[] = [{ from: 0, to: 2 }]
  let at = 2
  for (let n = 0; n < MAX_SEGMENTS; n += 1) {
    const head = await file.read(at, 4)
    if (head.length < 2 || head[0] !== 0xff) return null
    const marker = head[1] ?? 0
    if (marker === 0xff) {
      // Fill bytes may stand before any marker.
      at += 1
      continue
    }
    if (marker === EOI) return [...pieces, { from: at, to: at + 2 }]
    if (head.length < 4 || marker === SOI || marker < 0xc0) return null
    const end = at + 2 + head.readUInt16BE(2)
    if (end > file.size) return null
    if (marker === APP1) pieces.push(...(await orientationOnly(file, at, end)))
    else if (await isKept(file, marker, at)) pieces.push({ from: at, to: end })
    at = end
    if (marker === SOS) {
      const next = await endOfScan(file, end)
      // Cut short, it still shows what there is of it.
      if (next === null) return [...pieces, { from: end, to: file.size }]
      pieces.push({ from: end, to: next })
      at = next
    }
  }
  return null
}

async function isKept(file: ByteReader, marker: number, at: number): Promise<boolean> {
  const isNote = (marker >= APP0 && marker <= 0xef) || marker === COMMENT
  if (!isNote || marker === APP0 || marker === APP14) return true
  if (marker !== APP2) return false
  return (await file.read(at + 4, 12)).toString('latin1') === 'ICC_PROFILE\0'
}

const PIECE = 65_536

/** Where the picture's data ends: at the first marker that is neither stuffing nor a restart. */
async function endOfScan(file: ByteReader, from: number): Promise<number | null> {
  for (let at = from; at < file.size; ) {
    const bytes = await file.read(at, PIECE)
    for (
      let n = bytes.indexOf(0xff);
      n >= 0 && n < bytes.length - 1;
      n = bytes.indexOf(0xff, n + 1)
    ) {
      const next = bytes[n + 1] ?? 0
      const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
      if (!isData) return at + n
    }
    // The last byte may be the first half of a marker.
    at += Math.max(1, bytes.length - 1)
    if (bytes.length < 2) break
  }
  return null
}

const ORIENTATION = 0x0112

/** A note with the one thing that decides how the picture is shown, where it is not upright. */
async function orientationOnly(file: ByteReader, at: number, end: number): Promise<Piece[]> {
  const bytes = await file.read(at + 4, end - at - 4)
  const value = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? orientationIn(bytes.subarray(6)) : 0
  if (value < 2 || value > 8) return []
  const note = Buffer.alloc(36)
  note.writeUInt16BE(0xff00 | APP1, 0)
  note.writeUInt16BE(34, 2)
  note.write('Exif\0\0MM\0*', 4, 'latin1')
  note.writeUInt32BE(8, 14)
  note.writeUInt16BE(1, 18)
  note.writeUInt16BE(ORIENTATION, 20)
  note.writeUInt16BE(3, 22)
  note.writeUInt32BE(1, 24)
  note.writeUInt16BE(value, 28)
  return [note]
}

function orientationIn(tiff: Buffer): number {
  if (tiff.length < 8) return 0
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return 0
  for (let n = 0; n < short(first); n += 1) {
    const entry = first + 2 + 12 * n
    if (entry + 12 > tiff.length) return 0
    if (short(entry) === ORIENTATION) return short(entry + 8)
  }
  return 0
}
