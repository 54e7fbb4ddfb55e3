import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  connectionErrors,
  icpChecksum,
  icpProblem,
  isMistypedIcp,
  makeIcp,
  normaliseIcp,
} from './icp.ts'

const distributor = fc.stringMatching(/^[A-Z]{2}$/)
const sequence = fc.integer({ min: 0, max: 9_999_999_999 })

test('the checksum is the catalogued CRC-12/DECT', () => {
  expect(icpChecksum('123456789')).toBe('F5B')
})

test.each([
  '0000143418TRD9F',
  '0000130040TR3DB',
  '0044162704PCF3B',
  '18984CP2DD',
  ' 0000143418 tr d9f ',
])('%s is an ICP', (input) => {
  expect(icpProblem(normaliseIcp(input))).toBeNull()
})

test.each([
  ['0000143418TRD9E', 'checksum'],
  ['0000143481TRD9F', 'checksum'],
  ['0000143418TRD9', 'short'],
  ['', 'short'],
  ['0000143418TRD9FF', 'shape'],
  ['00001434181RD9F', 'shape'],
  ['0000143418TRD9G', 'shape'],
  ['0000143418-TRD9F', 'shape'],
])('%s is refused for its %s', (input, problem) => {
  expect(icpProblem(normaliseIcp(input))).toBe(problem)
})

test.each([
  [1, 'UN', '0000000001UN2A3'],
  [1_234_567, 'CP', '0001234567CP487'],
  [987_654, 'WE', '0000987654WE9FB'],
  [12_345, 'TR', '0000012345TR376'],
  [123_456, 'UN', '0000123456UN421'],
])('sequence %i of distributor %s becomes %s', (number, code, icp) => {
  expect(makeIcp(number, code)).toBe(icp)
})

test('a short form is padded with zeros', () => {
  expect(normaliseIcp('18984CP2DD')).toBe('0000018984CP2DD')
})

test('every made ICP is valid and survives being normalised', () => {
  fc.assert(
    fc.property(sequence, distributor, (number, code) => {
      const icp = makeIcp(number, code)
      expect(icpProblem(icp)).toBeNull()
      expect(normaliseIcp(icp.toLowerCase().replace(/^0{1,9}/, ''))).toBe(icp)
    }),
  )
})

test('any single wrong character is noticed', () => {
  const wrong = fc.stringMatching(/^[0-9A-Z]$/)
  fc.assert(
    fc.property(sequence, distributor, fc.nat(14), wrong, (number, code, at, character) => {
      const icp = makeIcp(number, code)
      fc.pre(icp[at] !== character)
      expect(icpProblem(icp.slice(0, at) + character + icp.slice(at + 1))).not.toBeNull()
    }),
  )
})

test('a sequence or a distributor that no ICP can hold is a mistake', () => {
  expect(() => makeIcp(10_000_000_000, 'UN')).toThrow(RangeError)
  expect(() => makeIcp(1.5, 'UN')).toThrow(RangeError)
  expect(() => makeIcp(1, 'un')).toThrow(RangeError)
})

test.each([
  ['0000143418TRD9F', false],
  ['0000143418TRD9E', true],
  ['0000143481TRD9F', true],
  ['0000143418TRD9', true],
  ['0000143418TRD9FF', true],
  ['00001434181RD9F', true],
  ['0000143418TRD9G', true],
  ['ACC-40771', false],
  ['123456789012345', false],
  ['WATER00004711X', false],
])('of the connection %s it is %s that somebody mistyped its ICP', (connection, isWrong) => {
  expect(isMistypedIcp(connection)).toBe(isWrong)
})

test('each mistyped ICP is named, but where the checksum is not settled', () => {
  const connections = ['0000143418TRD9F', '0000143418TRD9E', 'ACC-40771', '0000130040TR3DC']
  const errors = connectionErrors({ icp_type: 'electricity', connections })
  expect(errors.map(({ field, message }) => [field, message.includes('isn’t right')])).toEqual([
    ['connections', true],
    ['connections', true],
  ])
  expect(errors[1]?.message).toContain('0000130040TR3DC')
  expect(connectionErrors({ connections })).toEqual(errors)
  expect(connectionErrors({ icp_type: 'gas', connections })).toEqual([])
  expect(connectionErrors({ icp_type: 'electricity', connections: null })).toEqual([])
})
