import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

const PIECE = Buffer.alloc(262_144, 'x')
const PIECES = 80

test('an archive is written a piece at a time, and no file is opened before its turn', async () => {
  let taken = 0
  let opened = 0
  let crc = 0
  for (let n = 0; n < PIECES; n += 1) crc = crc32(PIECE, crc)
  const content = (name: string) => ({
    name,
    size: PIECE.length * PIECES,
    crc,
    async *open() {
      opened += 1
      for (let n = 0; n < PIECES; n += 1) {
        taken += 1
        yield PIECE
      }
    },
  })
  let passed = 0
  for await (const part of zipOf([content('a.pdf'), content('b.pdf')])) {
    if (part === PIECE) passed += 1
    // Nothing is ahead of what has left.
    expect(taken).toBe(passed)
    expect(opened).toBe(Math.ceil(passed / PIECES))
  }
  expect(passed).toBe(2 * PIECES)
})
