import { describe, expect, test } from 'vitest'
import { atLeast, roles } from '#domain/access/role.ts'
import { entities } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { availableActions } from '#domain/kit/machine.ts'
import { routes } from '#server/routes.ts'

const withStates = entities.filter(({ machine }) => machine !== null)

function callOf(entity: Entity, action: string) {
  return routes.find((route) => route.target?.name === entity.name && route.action === action)
}

/** A row in a state, with every fact that could stand in the way, or with none of them. */
function rowIn({ machine, fields }: Entity, state: string, filled: boolean) {
  const facts = Object.keys(fields).map((name) => [name, filled ? '1' : null])
  return {
    ...Object.fromEntries(facts),
    [machine?.field ?? '']: state,
    deleted_at: state === 'deleted' ? '2026-11-16T00:00:00Z' : null,
  }
}

describe.each(withStates.map((entity) => [entity.name, entity] as const))('a %s', (_, entity) => {
  const { machine } = entity
  if (!machine) throw new Error('It has states.')
  const rows = [...machine.states, 'deleted'].flatMap((state) =>
    [true, false].map((filled) => rowIn(entity, state, filled)),
  )
  const offers = roles.flatMap((role) =>
    rows.flatMap((row) => availableActions(machine, row, role).map((one) => ({ ...one, role }))),
  )

  test('offers nothing that no call does', () => {
    const idle = offers.filter(({ action }) => !callOf(entity, action)).map(({ action }) => action)
    expect([...new Set(idle)]).toEqual([])
  })

  test('lets nobody see a button whose call refuses their role', () => {
    const refused = offers.filter(({ action, allowed, role }) => {
      const from = callOf(entity, action)?.policy.from
      return allowed && from !== undefined && !atLeast(role, from)
    })
    expect(refused.map(({ action, role }) => `${action} for ${role}`)).toEqual([])
  })

  test('says why whenever it refuses', () => {
    const silent = offers.filter(({ allowed, reason }) => !allowed && !reason?.trim())
    expect(silent.map(({ action, role }) => `${action} for ${role}`)).toEqual([])
  })

  test('names in its machine only states that it has', () => {
    const known = new Set([...machine.states, 'deleted'])
    const named = machine.transitions.flatMap(({ from, to }) => [...from, ...(to ? [to] : [])])
    expect(named.filter((state) => !known.has(state))).toEqual([])
    expect(entity.fields[machine.field]?.options.choices).toEqual(machine.states)
  })
})

test('a call that acts on a row is in the row’s machine, where it has one', () => {
  const strangers = routes.filter(({ target, action }) => {
    const machine = target?.machine
    return machine && action && !machine.transitions.some((line) => line.action === action)
  })
  const known = ['update', 'delete', 'restore']
  expect(
    strangers.filter(({ action = '' }) => !known.includes(action)).map(({ path }) => path),
  ).toEqual([])
})
