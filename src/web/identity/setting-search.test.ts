import { expect, test } from 'vitest'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { isSettingSought, isSought } from './setting-search.ts'

const fee = {
  name: 'late_fee_amount',
  setting: organisationSettings.late_fee_amount,
  stored: null,
  value: '12.50',
} as const

test('a setting is found by its words in any order, its value and its name', () => {
  for (const sought of ['', ' FEE late', 'discounts', '12.50', 'late_fee_amount', 'gst'])
    expect(isSettingSought(sought, fee), sought).toBe(true)
  expect(isSettingSought('late fee commission', fee)).toBe(false)
})

test('macrons and kinds of apostrophe make no difference', () => {
  expect(isSought("accountant's otaki", 'Accountant’s files', 'Ōtaki')).toBe(true)
})
