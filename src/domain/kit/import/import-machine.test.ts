import { expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { availableActions } from '#domain/kit/machine.ts'
import { importMachine, importStates, importWork, isAtWork } from './import-machine.ts'

const life = importMachine({
  accept: 'user',
  undo: 'manager',
  undoNeedsReason: true,
  waitsForColumns: true,
})

function allowed(import_status: string, role: Role): string[] {
  return availableActions(life, { import_status }, role)
    .filter((one) => one.allowed)
    .map((one) => one.action)
}

test.each([
  ['mapping', ['map'], ['delete', 'map']],
  ['ready', ['accept'], ['accept', 'undo', 'delete']],
  ['done', [], ['undo', 'delete']],
  ['undone', [], ['delete']],
  ['failed', [], ['delete']],
])('an import that is %s: a user may %j, a manager %j', (state, user, manager) => {
  expect(allowed(state, 'user')).toEqual(user)
  expect(allowed(state, 'manager')).toEqual(manager)
})

test('nobody accepts or takes back what the server is at work on', () => {
  const working = importStates.filter(isAtWork)
  expect(working).toEqual(['checking', 'accepting', 'undoing'])
  for (const state of working) expect(allowed(state, 'padmin')).toEqual(['delete'])
})

test('the work of the server ends where people can do something again, or in what is over', () => {
  expect(Object.values(importWork).flat().filter(isAtWork)).toEqual([])
})
