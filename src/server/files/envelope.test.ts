import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { openedPieces, sealFile } from './envelope.ts'

const key = [randomBytes(32)] as const
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-envelope-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
async function sealed(keys: FieldKeys, bytes: Buffer, belongsTo: string) {
  count += 1
  const from = join(folder, `${count}`)
  const to = join(folder, `${count}.sealed`)
  writeFileSync(from, bytes)
  const { wrapped_key } = await sealFile(keys, from, to, belongsTo)
  return { bytes: readFileSync(to), wrapped_key }
}

async function opened(
  keys: FieldKeys,
  { bytes, wrapped_key }: { bytes: Buffer; wrapped_key: Buffer },
  belongsTo: string,
) {
  const pieces: Buffer[] = []
  for await (const piece of openedPieces(keys, { pieces: cut(bytes), wrapped_key }, belongsTo))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** As a network cuts it: nothing begins or ends where a piece does. */
async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += at < 40 ? 11 : 70_001)
    yield bytes.subarray(at, at + (at < 40 ? 11 : 70_001))
}

// Shows: T11, V11.3.4
test('what was sealed opens again, for its owner and with its key only', async () => {
  const bytes = randomBytes(700_000)
  const one = await sealed(key, bytes, '1 abc')
  expect((await opened(key, one, '1 abc')).equals(bytes)).toBe(true)
  await expect(opened(key, one, '2 abc')).rejects.toThrow()
  await expect(opened([randomBytes(32)], one, '1 abc')).rejects.toThrow()
  const twin = await sealed(key, bytes, '1 abc')
  expect(twin.bytes.equals(one.bytes)).toBe(false)
  const swapped = { ...one, wrapped_key: twin.wrapped_key }
  await expect(opened(key, swapped, '1 abc')).rejects.toThrow()
})

test('while keys are changed, what the earlier one sealed opens beside what the new one does', async () => {
  const one = await sealed(key, Buffer.from('The quiet part'), '1 abc')
  const both = [randomBytes(32), ...key] as const
  expect((await opened(both, one, '1 abc')).toString()).toBe('The quiet part')
  const anew = await sealed(both, Buffer.from('The quiet part'), '1 abc')
  await expect(opened(key, anew, '1 abc')).rejects.toThrow()
})

// Shows: T11, V11.3.3
test('a flipped bit or a missing end never opens', async () => {
  const one = await sealed(key, Buffer.from('The quiet part'), '1 abc')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('bytes' as const, 'wrapped_key' as const),
      fc.nat({ max: 41 }),
      fc.nat({ max: 7 }),
      async (part, place, bit) => {
        const changed = Buffer.from(one[part])
        changed.writeUInt8((changed[place] ?? 0) ^ (1 << bit), place)
        await expect(opened(key, { ...one, [part]: changed }, '1 abc')).rejects.toThrow()
        const cut = one[part].subarray(0, place)
        await expect(opened(key, { ...one, [part]: cut }, '1 abc')).rejects.toThrow()
      },
    ),
  )
})
