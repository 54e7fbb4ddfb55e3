import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeNzbn, normaliseNzbn, nzbnProblem } from './nzbn.ts'

test.each([
  '9429044650421',
  '9429034908822',
  '9429040402543',
  '9429040432250',
  '9429037893439',
  '9429000000000',
  '9429 0349-08822',
])('%s is an NZBN', (input) => {
  expect(nzbnProblem(normaliseNzbn(input))).toBeNull()
})

test.each([
  ['9429041234567', 'checksum'],
  ['942904123456', 'short'],
  ['', 'short'],
  ['94290446504211', 'shape'],
  ['4006381333931', 'shape'],
  ['942904465042X', 'shape'],
])('%s is refused for its %s', (input, problem) => {
  expect(nzbnProblem(normaliseNzbn(input))).toBe(problem)
})

test('every made NZBN is valid and no single wrong digit passes', () => {
  const serial = fc.stringMatching(/^\d{8}$/)
  fc.assert(
    fc.property(serial, fc.integer({ min: 4, max: 12 }), fc.nat(9), (digits, at, digit) => {
      const number = makeNzbn(`9429${digits}`)
      expect(nzbnProblem(number)).toBeNull()
      fc.pre(number[at] !== String(digit))
      expect(nzbnProblem(number.slice(0, at) + digit + number.slice(at + 1))).toBe('checksum')
    }),
  )
})

test('an NZBN is only made from twelve digits of New Zealand', () => {
  expect(() => makeNzbn('400638133393')).toThrow(RangeError)
})
