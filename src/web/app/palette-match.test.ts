import { expect, test } from 'vitest'
import { meantBy } from './palette-match.ts'

const screens = ['Customers', 'Customer lists', 'Meters', 'Mail domain', 'Reading rules']

test.each([
  ['custmers', ['Customers', 'Customer lists']],
  ['customers', ['Customers']],
  ['metrs', ['Meters']],
  ['domain mail', ['Mail domain']],
  ['raeding rules', ['Reading rules']],
  ['', screens],
  ['zebra', []],
])('“%s” means %j', (query, expected) => {
  expect(meantBy(query, screens, (label) => label)).toEqual(expected)
})
