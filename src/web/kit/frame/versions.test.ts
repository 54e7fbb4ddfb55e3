import { describe, expect, test } from 'vitest'
import type { Changes, HistoryRow } from '#domain/kit/history-calls.ts'
import { differencesBetween, versionsIn } from './versions.ts'

const done = (id: number, action: string, changes: Changes, version: number | null = id) =>
  ({ id, action, changes, object_version: version }) as HistoryRow

const history = [
  done(9, 'update', { city: ['Gisborne', 'Ōpōtiki'], phone: [null, '07 315 1234'] }),
  done(8, 'unmask', { bank_account_number: [null, null] }),
  done(7, 'view', {}, null),
  done(5, 'update', { city: ['Ōpōtiki', 'Gisborne'], name: ['Looms', 'Ōpōtiki Looms'] }),
  done(4, 'update', { name: ['Loom', 'Looms'] }),
  done(2, 'create', { name: [undefined, 'Loom'], city: [undefined, 'Ōpōtiki'] }),
]
const versions = versionsIn(history)

describe('two versions of a record beside each other', () => {
  test('what only looked at it is no version', () => {
    expect(versions.map(({ id }) => id)).toEqual([9, 5, 4, 2])
  })

  test('differ in what stood first and last, and not in what went to and fro', () => {
    expect(differencesBetween(versions, 2, 9)).toEqual([
      { name: 'name', earlier: 'Loom', later: 'Ōpōtiki Looms' },
      { name: 'phone', earlier: null, later: '07 315 1234' },
    ])
  })

  test('that follow each other differ in what was changed', () => {
    expect(differencesBetween(versions, 4, 5)).toEqual([
      { name: 'city', earlier: 'Ōpōtiki', later: 'Gisborne' },
      { name: 'name', earlier: 'Looms', later: 'Ōpōtiki Looms' },
    ])
    expect(differencesBetween(versions, 5, 5)).toEqual([])
  })
})
