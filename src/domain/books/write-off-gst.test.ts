import { expect, test } from 'vitest'
import { cents, toDecimalString } from '#domain/kit/money.ts'
import { gstGivenUp } from './write-off-gst.ts'

const through = (rest: string) =>
  gstGivenUp({
    rest: cents(rest),
    asked: cents('617.17'),
    gst: cents('3.83'),
    gst_percent: '15',
    own: cents('29.39'),
  })

test.each([
  ['617.17', '3.83', 'nothing was paid: all of our GST, and none of the supplier’s'],
  ['517.17', '3.83', 'the supplier’s part is paid first'],
  ['17.17', '2.24', 'what is left is ours'],
])('a rest of %s through us gives %s back: %s', (rest, gst) => {
  expect(toDecimalString(through(rest))).toBe(gst)
})

test('a document gives back no more GST than it charged, however its blocks were rounded', () => {
  const small = { asked: cents('0.22'), gst: cents('0.02'), gst_percent: '15', own: null }
  expect(gstGivenUp({ ...small, rest: cents('0.22') })).toBe(2)
  expect(gstGivenUp({ ...small, rest: cents('0.21') })).toBe(2)
  expect(gstGivenUp({ ...small, rest: cents('0.01') })).toBe(0)
})
