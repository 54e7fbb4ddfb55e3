import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MediaType } from '#domain/files/media-type.ts'
import { plainPicture } from './plain-picture.ts'

async function plain(bytes: Buffer, type: MediaType): Promise<Buffer | null> {
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  const pieces = await plainPicture({ size: bytes.length, read }, type)
  if (!pieces) return null
  return Buffer.concat(
    pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))),
  )
}

const SECRET = 'GPS -36.8485 174.7633 of Aroha'

function segment(marker: number, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

/** The camera's note: which way is up, and where it was taken. */
function exif(orientation: number, isLittle: boolean): string {
  const tiff = Buffer.alloc(26)
  tiff.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  if (isLittle) tiff.writeUInt32LE(8, 4)
  else tiff.writeUInt32BE(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  short(1, 14)
  short(orientation, 18)
  return `Exif\0\0${tiff.toString('latin1')}${SECRET}`
}

const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours')
const table = segment(0xdb, 'quantities')
const scan = Buffer.concat([
  segment(0xda, 'scan'),
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd3, 4, 5, 0xff, 0xff, 0, 6]),
])

test.each([[true], [false]])(
  'a photo loses place, time and camera, and stays the right way up (little-endian: %s)',
  async (isLittle) => {
    const photo = Buffer.concat([
      START,
      segment(0xe0, 'JFIF\0'),
      segment(0xe1, exif(6, isLittle)),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
      segment(0xed, `Photoshop 3.0\0${SECRET}`),
      segment(0xfe, SECRET),
      segment(0xe2, 'MPF\0more pictures'),
      profile,
      table,
      scan,
      table,
      scan,
      END,
      // A second picture behind the first, as phones write it.
      Buffer.concat([START, segment(0xe1, exif(1, isLittle)), END]),
    ])
    const kept = await plain(photo, 'image/jpeg')
    expect(kept?.includes(SECRET)).toBe(false)
    const upright = Buffer.from(
      'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000',
      'hex',
    )
    const wanted = [START, segment(0xe0, 'JFIF\0'), upright, profile, table, scan, table, scan, END]
    expect(kept?.equals(Buffer.concat(wanted))).toBe(true)
    expect((await plain(kept ?? START, 'image/jpeg'))?.equals(kept ?? START)).toBe(true)
  },
)

test('a photo that is upright needs no note at all', async () => {
  const photo = Buffer.concat([START, segment(0xe1, exif(1, true)), table, scan, END])
  expect(await plain(photo, 'image/jpeg')).toEqual(Buffer.concat([START, table, scan, END]))
})

function chunk(name: string, body: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(body as string, 'latin1')
  const named = Buffer.concat([Buffer.from(name), bytes])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(bytes.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

// Shows: T10
test('a PNG loses its words, its times and what follows its end', async () => {
  const picture = [
    PNG,
    chunk('IHDR', Buffer.alloc(13)),
    chunk('iCCP', 'colours'),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND'),
  ]
  const [head = PNG, header = PNG, ...rest] = picture
  const written = [
    head,
    header,
    chunk('tEXt', `Author\0${SECRET}`),
    chunk('eXIf', SECRET),
    chunk('tIME', '1234567'),
    chunk('zzZz', SECRET),
    ...rest,
    Buffer.from(SECRET),
  ]
  expect(await plain(Buffer.concat(written), 'image/png')).toEqual(Buffer.concat(picture))
})

function riff(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

test('a WebP loses its notes and no longer says that it has them', async () => {
  const extended = (flags: number) => riff('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]))
  const image = riff('VP8 ', Buffer.from('picture'))
  const of = (...parts: Buffer[]) => riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
  const written = of(
    extended(0x3c),
    image,
    riff('EXIF', Buffer.from(SECRET)),
    riff('XMP ', Buffer.from(SECRET)),
  )
  expect(await plain(written, 'image/webp')).toEqual(of(extended(0x30), image))
})

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

test('a HEIC has its camera’s note blanked where it stands; the picture is not touched', async () => {
  const entry = (id: number, type: string) =>
    box('infe', hex(`02000000 000${id} 0000`), Buffer.from(`${type}\0`, 'latin1'))
  const picture = Buffer.from('the picture itself')
  const place = (from: number) => {
    const [note, image] = [from, from + SECRET.length].map((at) => at.toString(16).padStart(8, '0'))
    const [noteSize, imageSize] = [SECRET.length, picture.length].map((size) =>
      size.toString(16).padStart(8, '0'),
    )
    return hex(`00000000 4400 0002
      0001 0000 0001 ${image} ${imageSize}
      0002 0000 0001 ${note} ${noteSize}`)
  }
  const meta = (from: number) =>
    box(
      'meta',
      hex('00000000'),
      box('iinf', hex('00000000 0002'), entry(1, 'hvc1'), entry(2, 'Exif')),
      box('iloc', place(from)),
    )
  const start = box('ftyp', Buffer.from('heic0000mif1'))
  const from = start.length + meta(0).length + 8
  const of = (note: Buffer) => Buffer.concat([start, meta(from), box('mdat', note, picture)])
  const kept = await plain(of(Buffer.from(SECRET)), 'image/heic')
  expect(kept).toEqual(of(Buffer.alloc(SECRET.length)))
})

// Shows: T10, R24, V5.2.2
test('what is not built as its kind is refused, and nothing at all breaks the reader', async () => {
  expect(await plain(Buffer.concat([START, Buffer.from('no segments')]), 'image/jpeg')).toBeNull()
  expect(await plain(Buffer.concat([PNG, Buffer.from('12345678901')]), 'image/png')).toBeNull()
  const heads = {
    'image/jpeg': START,
    'image/png': PNG,
    'image/webp': Buffer.from('RIFF\x10\0\0\0WEBP', 'latin1'),
    'image/heic': box('ftyp', Buffer.from('heic')),
  } as const
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/heic'),
      fc.uint8Array({ maxLength: 300 }),
      async (type, bytes) => {
        await plain(Buffer.concat([heads[type], bytes]), type)
        const inside = box(
          'meta',
          hex('00000000'),
          box('iinf', Buffer.from(bytes)),
          box('iloc', Buffer.from(bytes)),
        )
        await plain(Buffer.concat([heads['image/heic'], inside]), 'image/heic')
      },
    ),
    { numRuns: 2000 },
  )
})

test('other kinds stay as they are', async () => {
  const bytes = Buffer.from('%PDF-1.7 words')
  expect(await plain(bytes, 'application/pdf')).toEqual(bytes)
})
