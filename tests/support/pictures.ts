import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

interface Picture {
  width: number
  height: number
  /** 2 is colours, 6 colours with transparency. */
  colours?: 2 | 6
  isInterlaced?: boolean
  /** The bytes of the rows; left out: every pixel the same. */
  rows?: Buffer
  pixel?: readonly number[]
}

/** A PNG as any program saves it. */
export function pngOf({ width, height, colours = 6, ...more }: Picture): Buffer {
  const { isInterlaced = false, pixel = [20, 102, 111, 255] } = more
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, colours, 0, 0, isInterlaced ? 1 : 0], 8)
  const one = Buffer.from(pixel.slice(0, colours === 6 ? 4 : 3))
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => one)])
  const rows = more.rows ?? Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
