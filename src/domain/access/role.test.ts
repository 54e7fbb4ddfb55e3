import { describe, expect, test } from 'vitest'
import { atLeast, isRole, rankOf, roleOf, roles } from './role.ts'

describe('roles', () => {
  test('roles stand in the order guest, user, accounting, manager, admin, padmin', () => {
    expect(roles.map(rankOf)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test.each(roles)('%s may do what every lower role may, and nothing above', (role) => {
    for (const needed of roles) {
      expect(atLeast(role, needed)).toBe(roles.indexOf(role) >= roles.indexOf(needed))
    }
  })

  test('a word that is no role is no role', () => {
    expect(isRole('manager')).toBe(true)
    expect(isRole('owner')).toBe(false)
    expect(isRole(undefined)).toBe(false)
  })
})

describe('roleOf', () => {
  test('nobody is a guest', () => {
    expect(roleOf(null)).toBe('guest')
    expect(roleOf(undefined)).toBe('guest')
  })

  test('a user without a membership is a guest of every organisation', () => {
    expect(roleOf({ roles: [], memberships: [] })).toBe('guest')
  })

  test('any role flagged is_admin makes a platform admin', () => {
    const roles = [{ is_admin: false }, { is_admin: true }]
    expect(roleOf({ roles, memberships: [{ role_name: 'user' }] })).toBe('padmin')
  })

  test('the membership in the organisation at hand gives the role', () => {
    const memberships = [
      { organisation_id: 1, role_name: 'admin' },
      { organisation_id: 2, role_name: 'accounting' },
    ]
    expect(roleOf({ memberships, organisation_id: 2 })).toBe('accounting')
    expect(roleOf({ memberships, organisation_id: 1 })).toBe('admin')
    expect(roleOf({ memberships })).toBe('admin')
  })

  test('a user who works in no organisation yet is a guest', () => {
    const memberships = [{ organisation_id: 1, role_name: 'admin' }]
    expect(roleOf({ memberships, organisation_id: null })).toBe('guest')
  })

  test('a membership elsewhere gives nothing here', () => {
    const memberships = [{ organisation_id: 1, role_name: 'admin' }]
    expect(roleOf({ memberships, organisation_id: 9 })).toBe('guest')
  })

  test('a membership never makes a platform admin', () => {
    expect(roleOf({ memberships: [{ role_name: 'padmin' }] })).toBe('guest')
  })
})
