import { expect, test } from 'vitest'
import { answeringRole, rolesAnsweredBy } from './answering-role.ts'

test('whoever holds the role answers for its tasks', () => {
  const held = new Set(['user', 'accounting', 'manager', 'admin'])
  expect(answeringRole('accounting', held)).toBe('accounting')
  expect(rolesAnsweredBy('manager', held)).toEqual(['manager'])
})

test('where nobody holds it, the next higher role does', () => {
  const held = new Set(['user', 'manager', 'admin'])
  expect(answeringRole('accounting', held)).toBe('manager')
  expect(rolesAnsweredBy('manager', held)).toEqual(['accounting', 'manager'])
  expect(rolesAnsweredBy('admin', held)).toEqual(['admin'])
})

test('a platform admin answers as an admin, also where nobody holds anything', () => {
  const nobody = new Set<string>()
  expect(rolesAnsweredBy('padmin', nobody)).toEqual(['user', 'accounting', 'manager', 'admin'])
})
