import { expect, test } from 'vitest'
import { countSms, plainVowelSaving, smsParts, withPlainVowels } from './segments.ts'

const of = (letter: string, count: number) => letter.repeat(count)

test.each([
  ['', 'GSM-7', 0, 0],
  ['a', 'GSM-7', 1, 1],
  [of('a', 160), 'GSM-7', 160, 1],
  [of('a', 161), 'GSM-7', 161, 2],
  [of('a', 306), 'GSM-7', 306, 2],
  [of('a', 307), 'GSM-7', 307, 3],
  [of('a', 918), 'GSM-7', 918, 6],
  [of('a', 919), 'GSM-7', 919, 7],
  ['ā', 'UCS-2', 1, 1],
  [of('ā', 70), 'UCS-2', 70, 1],
  [of('ā', 71), 'UCS-2', 71, 2],
  [of('ā', 134), 'UCS-2', 134, 2],
  [of('ā', 135), 'UCS-2', 135, 3],
])('a text is counted as it is sent (%#)', (text, encoding, units, segments) => {
  expect(countSms(text)).toMatchObject({ encoding, units, segments })
})

test.each([...'^{}\\[~]|€\f'])('%j counts as two, at 160 and at 161', (letter) => {
  expect(countSms(of('a', 158) + letter)).toMatchObject({ units: 160, segments: 1, left: 0 })
  expect(countSms(of('a', 159) + letter)).toMatchObject({ units: 161, segments: 2 })
  expect(countSms(letter)).toMatchObject({ encoding: 'GSM-7', units: 2 })
})

test.each([...'£$¥èéùìòÇØøÅåÄÖÑÜ§¿äöñüàÉßÆæ@_'])(
  '%j costs no more than a plain letter',
  (letter) => {
    expect(countSms(letter)).toMatchObject({ encoding: 'GSM-7', units: 1 })
  },
)

test.each(['ā', 'ē', 'ī', 'ō', 'ū', 'Ō', '’', '–', '…', '`', '😀', '\t', 'ç'])(
  '%j makes the whole text long, and is named',
  (letter) => {
    const { encoding, costly } = countSms(`Kia ora ${letter} and ${letter} again`)
    expect(encoding).toBe('UCS-2')
    expect(costly).toEqual([letter])
  },
)

test('a letter that counts as two is never cut by the end of a segment', () => {
  const parts = smsParts(`${of('a', 152)}€${of('b', 20)}`)
  expect(parts[0]).toBe(of('a', 152))
  expect(parts[1]).toBe(`€${of('b', 20)}`)
  expect(countSms(`${of('a', 152)}€${of('b', 151)}`).segments).toBe(2)
  expect(countSms(`${of('a', 152)}€${of('b', 152)}`).segments).toBe(3)
})

test('a pair of surrogates is never cut by the end of a segment', () => {
  const parts = smsParts(`${of('ā', 66)}😀${of('ē', 20)}`)
  expect(parts).toEqual([of('ā', 66), `😀${of('ē', 20)}`])
  expect(countSms(of('😀', 35))).toMatchObject({ units: 70, segments: 1 })
  expect(countSms(of('😀', 36))).toMatchObject({ units: 72, segments: 2 })
  for (const part of smsParts(of('😀', 200))) expect(part.isWellFormed()).toBe(true)
})

test('the parts together are the text, and each fits its segment', () => {
  for (let length = 0; length < 700; length += 7) {
    for (const letters of ['ab€', 'a^', 'āb😀', 'xyz']) {
      const text = [...letters.repeat(length)].slice(0, length).join('')
      const parts = smsParts(text)
      expect(parts.join('')).toBe(text)
      const { encoding, segments } = countSms(text)
      expect(segments).toBe(parts.length)
      const room = encoding === 'GSM-7' ? 153 : 67
      if (parts.length > 1)
        for (const part of parts) expect(sizeOf(part, encoding)).toBeLessThanOrEqual(room)
    }
  }
})

const sizeOf = (part: string, encoding: string) =>
  encoding === 'UCS-2' ? part.length : part.length + (part.match(/[\^{}\\[~\]|€]/g)?.length ?? 0)

test('what plain letters for long vowels would save is told', () => {
  const text = `Kia ora Māui, ${of('x', 100)}`
  expect(withPlainVowels('āēīōū ĀĒĪŌŪ é')).toBe('aeiou AEIOU é')
  expect(countSms(text).segments).toBe(2)
  expect(plainVowelSaving(text)).toBe(1)
  expect(plainVowelSaving('Kia ora Māui')).toBe(0)
  expect(plainVowelSaving(`${text} 😀`)).toBe(0)
})

test('what still fits into the last segment is told', () => {
  expect(countSms(of('a', 150)).left).toBe(10)
  expect(countSms(of('a', 161)).left).toBe(145)
  expect(countSms('').left).toBe(160)
})
