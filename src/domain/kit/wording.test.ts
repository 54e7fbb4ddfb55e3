import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, humanise, initials, plural, stripHtml, truncate } from './wording.ts'

test('a cut text ends in two dots and a short one is left alone', () => {
  expect(truncate('Smith and Co', 5)).toBe('Smith..')
  expect(truncate('Smith', 5)).toBe('Smith')
  expect(truncate('', 5)).toBe('')
  expect(truncate('😀😀😀', 2)).toBe('😀😀..')
})

test('tags become spaces and comparisons stay', () => {
  expect(stripHtml('Kia ora<br/>Hemi')).toBe('Kia ora Hemi')
  expect(stripHtml('<p class="x">one</p>')).toBe(' one ')
  expect(stripHtml('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2')
})

// Shows: T07
test('no tag is left after stripping', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('<b>', '</b>', '<', '>', 'a', ' ')), (pieces) => {
      expect(stripHtml(pieces.join(''))).not.toMatch(/<[/a-z][^>]*>/)
    }),
  )
})

test.each([
  ['customer_number', 'Customer number'],
  ['icp_number', 'ICP number'],
  ['nzbn', 'NZBN'],
  ['charges_gst', 'Charges GST'],
  ['ppd_granted', 'PPD granted'],
  ['send_sms', 'Send SMS'],
  ['gocardless_mandate_id', 'GoCardless mandate ID'],
  ['bank_swift_number', 'Bank SWIFT number'],
  ['website_url', 'Website URL'],
  ['icps', 'ICPs'],
  ['class', 'Class'],
  ['', ''],
])('%s is labelled %s', (name, label) => {
  expect(humanise(name)).toBe(label)
})

test.each([
  [1, 'customer', '1 customer'],
  [0, 'customer', '0 customers'],
  [2, 'company', '2 companies'],
  [2, 'day', '2 days'],
  [3, 'address', '3 addresses'],
  [3, 'batch', '3 batches'],
  [5, 'person', '5 people'],
  [1200, 'invoice', '1,200 invoices'],
  [1_234_567, 'row', '1,234,567 rows'],
])('%i of %s are %s', (count, noun, text) => {
  expect(plural(count, noun)).toBe(text)
})

// Shows: E30
test('a noun may bring its own plural', () => {
  expect(plural(2, 'ICP', 'ICPs on this site')).toBe('2 ICPs on this site')
})

test.each([
  ['Hemi Ngata', 'HN'],
  ['Mary-Jane van der Berg', 'MB'],
  ['ōtara', 'Ō'],
  ['  Aroha  (Ari)  ', 'AA'],
  ['', ''],
  ['—', ''],
])('%s has the initials %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

// Shows: E30
test('search does not tell macrons, accents and capitals apart', () => {
  expect(fold('WHANGĀREI')).toBe('whangarei')
  expect(fold('Whanga\u0304rei')).toBe('whangarei')
  expect(fold('Café Hawke’s Bay')).toBe("cafe hawke's bay")
})
