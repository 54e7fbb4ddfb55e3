import { describe, expect, test } from 'vitest'
import { changeText, formatRate, isSameAmount, marginShare } from './rate-words.ts'

describe('a rate in words', () => {
  test.each([
    ['0.23100000', '0.2310'],
    ['0.00213000', '0.00213'],
    ['-1.5', '−1.5000'],
    ['12', '12.0000'],
  ])('%s reads %s', (amount, text) => expect(formatRate(amount)).toBe(text))

  test.each([
    ['0.2000', '0.2090', '+4.5 %'],
    ['0.2000', '0.1900', '−5.0 %'],
    ['0.2000', '0.20', '±0.0 %'],
    ['-0.1000', '-0.0900', '+10.0 %'],
    ['0', '0.1000', null],
  ])('from %s to %s is %s', (before, after, text) => {
    expect(changeText(before, after)).toBe(text)
  })

  test('the margin is a share of the sales', () => {
    expect(marginShare('0.2000', '0.0250')).toBe('12.5 %')
    expect(marginShare('0', '0.0250')).toBeNull()
  })

  test('zeros at the end make no other amount', () => {
    expect(isSameAmount('0.2', '0.20000000')).toBe(true)
    expect(isSameAmount('0.2', '0.2001')).toBe(false)
  })
})
