import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFile, sealFile } from './envelope.ts'

const key = [randomBytes(32)] as const

test('what was sealed opens again, for its owner and with its key only', () => {
  const bytes = randomBytes(5000)
  const sealed = sealFile(key, bytes, '1 abc')
  expect(openFile(key, sealed, '1 abc').equals(bytes)).toBe(true)
  expect(() => openFile(key, sealed, '2 abc')).toThrow()
  expect(() => openFile([randomBytes(32)], sealed, '1 abc')).toThrow()
  const twin = sealFile(key, bytes, '1 abc')
  expect(twin.bytes.equals(sealed.bytes)).toBe(false)
  expect(() => openFile(key, { ...sealed, wrapped_key: twin.wrapped_key }, '1 abc')).toThrow()
})

test('while keys are changed, what the earlier one sealed opens beside what the new one does', () => {
  const sealed = sealFile(key, Buffer.from('The quiet part'), '1 abc')
  const both = [randomBytes(32), ...key] as const
  expect(openFile(both, sealed, '1 abc').toString()).toBe('The quiet part')
  const anew = sealFile(both, Buffer.from('The quiet part'), '1 abc')
  expect(() => openFile(key, anew, '1 abc')).toThrow()
})

test('a flipped bit or a missing end never opens', () => {
  const sealed = sealFile(key, Buffer.from('The quiet part'), '1 abc')
  fc.assert(
    fc.property(
      fc.constantFrom('bytes' as const, 'wrapped_key' as const),
      fc.nat({ max: 41 }),
      fc.nat({ max: 7 }),
      (part, place, bit) => {
        const changed = Buffer.from(sealed[part])
        changed.writeUInt8((changed[place] ?? 0) ^ (1 << bit), place)
        expect(() => openFile(key, { ...sealed, [part]: changed }, '1 abc')).toThrow()
        const cut = sealed[part].subarray(0, place)
        expect(() => openFile(key, { ...sealed, [part]: cut }, '1 abc')).toThrow()
      },
    ),
  )
})
