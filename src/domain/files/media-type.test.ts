import { expect, test } from 'vitest'
import { safeName, sizeWords } from './media-type.ts'

// Shows: V5.4.2
test('a name keeps its words and loses what could lead elsewhere', () => {
  const pdf = 'application/pdf'
  expect(safeName('Power bill – Ōtaki.pdf', pdf)).toBe('Power bill – Ōtaki.pdf')
  expect(safeName('../../etc/passwd', pdf)).toBe('passwd.pdf')
  expect(safeName('C:\\Windows\\bill.pdf', pdf)).toBe('bill.pdf')
  expect(safeName('..', pdf)).toBe('file.pdf')
  expect(safeName('bill\u202Efdp.exe', pdf)).toBe('billfdp.exe.pdf')
  expect(safeName('.hidden\u0000.pdf', pdf)).toBe('hidden.pdf')
  expect(safeName(`${'a'.repeat(400)}.pdf`, pdf)).toHaveLength(184)
})

test('sizes are said as people say them', () => {
  const sizes = [12, 4_321, 1_440_000, 10_000_000_000]
  expect(sizes.map(sizeWords)).toEqual(['12 bytes', '4 kB', '1.4 MB', '10.0 GB'])
})
