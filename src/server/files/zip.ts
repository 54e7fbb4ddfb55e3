import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import { type ByteReader, piecesOf } from './byte-reader.ts'

// Archives as everybody writes them: stored or deflated, no volumes, no 64-bit sizes, no passwords.

export interface ZipEntry {
  name: string
  size: number
  packedSize: number
  isPlain: boolean
  crc: number
  method: number
  offset: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const inflate = promisify(inflateRaw)

// A comment at the end may be as long as its length can say.
const MAX_TAIL = 22 + 65_535
const MAX_DIRECTORY = 8 * 2 ** 20

/** What an archive says it holds; null where it cannot be read as one. */
export async function zipEntries(file: ByteReader): Promise<ZipEntry[] | null> {
  const tail = await file.read(Math.max(0, file.size - MAX_TAIL), MAX_TAIL)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== END) return null
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  if (length > MAX_DIRECTORY) return null
  const bytes = await file.read(tail.readUInt32LE(end + 16), length)
  const entries: ZipEntry[] = []
  let place = 0
  for (let n = 0; n < count; n += 1) {
    if (place + 46 > bytes.length || bytes.readUInt32LE(place) !== CENTRAL) return null
    const nameEnd = place + 46 + bytes.readUInt16LE(place + 28)
    if (nameEnd > bytes.length) return null
    entries.push(entryAt(bytes, place, nameEnd))
    place = nameEnd + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  return entries
}

function entryAt(bytes: Buffer, place: number, nameEnd: number): ZipEntry {
  const name = bytes.subarray(place + 46, nameEnd)
  const isSealed = (bytes.readUInt16LE(place + 8) & 1) === 1
  const kind = (bytes.readUInt32LE(place + 38) >>> 16) & 0xf000
  return {
    name: name.toString(isUtf8(name) ? 'utf8' : 'latin1'),
    size: bytes.readUInt32LE(place + 24),
    packedSize: bytes.readUInt32LE(place + 20),
    // Links, devices and entries with a password are none.
    isPlain: !isSealed && (kind === 0 || kind === 0x8000 || kind === 0x4000),
    crc: bytes.readUInt32LE(place + 16),
    method: bytes.readUInt16LE(place + 10),
    offset: bytes.readUInt32LE(place + 42),
  }
}

/** The bytes of one entry; null unless they are exactly what the archive promised. */
export async function extract(file: ByteReader, entry: ZipEntry): Promise<Buffer | null> {
  const { offset, size } = entry
  const head = await file.read(offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return null
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = await file.read(start, Math.min(entry.packedSize, file.size))
  const found = entry.method === 0 ? packed : await inflated(entry.method, packed, size)
  return found && found.length === size && crc32(found) === entry.crc ? found : null
}

async function inflated(method: number, packed: Buffer, size: number): Promise<Buffer | null> {
  if (method !== 8) return null
  // Never more than was promised, whatever the stream would unfold to.
  return inflate(packed, { maxOutputLength: Math.max(size, 1) }).catch(() => null)
}

/** The bytes of one entry of any size, a piece at a time; whoever reads them proves them. */
export async function* unpacked(file: ByteReader, entry: ZipEntry): AsyncGenerator<Buffer> {
  const head = await file.read(entry.offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL)
    throw new Error(`${entry.name} is damaged.`)
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = piecesOf(file, start, start + entry.packedSize)
  if (entry.method === 0) yield* packed
  else yield* Readable.from(packed).compose(createInflateRaw())
}

/** A file whose length and sum are known before its first byte is asked for. */
export interface ZipContent {
  name: string
  size: number
  crc: number
  /** How long it is as it is opened, where it was deflated before. */
  packedSize?: number | undefined
  open(): AsyncIterable<Buffer>
}

/** An archive of files as they are opened, a piece in memory at a time; twins get a number. */
export async function* zipOf(files: Iterable<ZipContent>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  const seen = new Set<string>()
  let offset = 0
  for (const { name, size, crc, packedSize, open } of files) {
    const own = Buffer.from(unlike(seen, name))
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2) // Names are UTF-8.
    facts.writeUInt16LE(packedSize === undefined ? 0 : 8, 4)
    facts.writeUInt16LE(0x21, 8) // The first day the format knows.
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(packedSize ?? size, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(own.length, 22)
    yield Buffer.concat([signature(LOCAL), facts, own])
    yield* open()
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(CENTRAL), Buffer.from([20, 0]), facts, rest, own]))
    offset += 30 + own.length + (packedSize ?? size)
  }
  const whole = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(whole.length, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([whole, signature(END), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function unlike(seen: Set<string>, name: string): string {
  let own = name
  for (let n = 2; seen.has(own); n += 1) own = name.replace(/(\.[^.]*)?$/, ` (${n})$1`)
  seen.add(own)
  return own
}
