import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pngOf } from '#tests/support/pictures.ts'
import { flatPng, pngHead } from './flat-png.ts'

/** The rows of a picture that was written without differences, by their own bytes. */
function plainRows(png: Buffer): Buffer {
  const at = png.indexOf('IDAT')
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
}

/** Writes rows as the format says, each in a way of its own: the other half of what is tested. */
function filtered(pixels: readonly number[][], ways: readonly number[]): Buffer {
  const step = 4
  return Buffer.concat(
    pixels.map((row, y) => {
      const way = ways[y] ?? 0
      const above = pixels[y - 1] ?? []
      const bytes = row.map((value, x) => {
        const [left = 0, up = 0, corner = 0] = [row[x - step], above[x], above[x - step]]
        const paeth = [left, up, corner].toSorted(
          (one, other) => Math.abs(left + up - corner - one) - Math.abs(left + up - corner - other),
        )[0]
        const guess = [0, left, up, Math.floor((left + up) / 2), paeth ?? 0][way] ?? 0
        return (value - guess + 256) % 256
      })
      return Buffer.from([way, ...bytes])
    }),
  )
}

test('a transparent picture is laid on white, however its rows were written', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 6 }),
    height: fc.integer({ min: 1, max: 5 }),
  })
  const picture = size.chain(({ width, height }) => {
    const byte = fc.integer({ min: 0, max: 255 })
    const row = fc.array(byte, { minLength: width * 4, maxLength: width * 4 })
    return fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      pixels: fc.array(row, { minLength: height, maxLength: height }),
      ways: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: height, maxLength: height }),
    })
  })
  fc.assert(
    fc.property(picture, ({ width, height, pixels, ways }) => {
      const flat = flatPng(pngOf({ width, height, rows: filtered(pixels, ways) }))
      if (!flat) throw new Error('It could be read.')
      expect(pngHead(flat)).toMatchObject({ width, height, colours: 2, depth: 8 })
      const expected = pixels.flatMap((row) => [
        0,
        ...Array.from({ length: width * 3 }, (_, place) => {
          const at = Math.floor(place / 3) * 4
          const alpha = (row[at + 3] ?? 0) / 255
          return Math.round((row[at + (place % 3)] ?? 0) * alpha + 255 * (1 - alpha))
        }),
      ])
      expect([...plainRows(flat)]).toEqual(expected)
    }),
    { numRuns: 60, seed: 72 },
  )
})

test('a picture without transparency stays byte for byte as it is', () => {
  const png = pngOf({ width: 3, height: 2, colours: 2 })
  expect(flatPng(png)?.equals(png)).toBe(true)
})

test('what is cut short, interlaced, too long or none is not taken', () => {
  const png = pngOf({ width: 3, height: 2 })
  expect(flatPng(png.subarray(0, png.length - 20))).toBeNull()
  expect(flatPng(pngOf({ width: 3, height: 2, isInterlaced: true }))).toBeNull()
  // It unpacks to far more than its size says.
  expect(flatPng(pngOf({ width: 3, height: 2, rows: Buffer.alloc(1_000_000) }))).toBeNull()
  expect(flatPng(Buffer.from('GIF89a and more than enough bytes for a head'))).toBeNull()
})
