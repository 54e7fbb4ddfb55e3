import { expect, test } from 'vitest'
import { entity } from '#domain/kit/entity.ts'
import { email, money, name, text } from '#domain/kit/field.ts'
import { changedFields, isSameValue, threeWay } from './merge.ts'

const supplier = entity({
  name: 'supplier',
  plural: 'suppliers',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: name(),
    city: text(),
    email: email(),
    owed: money().readonly(),
    rank: text().setBy('manager'),
  },
  list: ['name'],
  form: { Identity: ['name', 'city', 'email'] },
  search: ['name'],
  order: 'name',
})
const base = { name: 'Kauri', city: 'Ōtaki', email: null, owed: '1.00' }

test('only changed fields are sent, and never what the server keeps', () => {
  const values = { ...base, city: 'Levin', email: '', owed: '9.00' }
  expect(changedFields(supplier, 'user', base, values)).toEqual({ city: 'Levin' })
})

test('a field of another role is never sent', () => {
  expect(changedFields(supplier, 'user', base, { ...base, rank: 'A' })).toEqual({})
  expect(changedFields(supplier, 'manager', base, { ...base, rank: 'A' })).toEqual({ rank: 'A' })
})

test('nothing typed and nothing stored are the same', () => {
  expect(isSameValue('', null)).toBe(true)
  expect(isSameValue([], undefined)).toBe(true)
  expect(isSameValue(false, null)).toBe(false)
})

test('what only the other person changed is taken over', () => {
  const mine = { ...base, city: 'Levin' }
  const theirs = { ...base, email: 'a@example.co.nz' }
  const { merged, conflicts, taken } = threeWay(supplier, base, mine, theirs)
  expect(merged).toMatchObject({ city: 'Levin', email: 'a@example.co.nz' })
  expect(conflicts).toEqual([])
  expect(taken.map(({ name }) => name)).toEqual(['email'])
})

test('what both changed differently is for a person to choose', () => {
  const mine = { ...base, city: 'Levin' }
  const theirs = { ...base, city: 'Foxton' }
  const { conflicts } = threeWay(supplier, base, mine, theirs)
  expect(conflicts).toEqual([{ name: 'city', base: 'Ōtaki', mine: 'Levin', theirs: 'Foxton' }])
})

test('what both changed to the same is no conflict', () => {
  const mine = { ...base, city: 'Levin' }
  const { conflicts, merged } = threeWay(supplier, base, mine, { ...mine })
  expect(conflicts).toEqual([])
  expect(merged).toMatchObject({ city: 'Levin' })
})

test('what the server keeps follows without a word', () => {
  const theirs = { ...base, city: 'Levin', owed: '9.00' }
  const { merged, taken, conflicts } = threeWay(supplier, base, { ...base, name: 'Rimu' }, theirs)
  expect(merged).toMatchObject({ name: 'Rimu', city: 'Levin', owed: '9.00' })
  expect(taken.map(({ name }) => name)).toEqual(['city'])
  expect(conflicts).toEqual([])
})
