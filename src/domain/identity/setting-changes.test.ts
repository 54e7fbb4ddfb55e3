import { expect, test } from 'vitest'
import { type SettingEvent, settingChanges } from './setting-changes.ts'

let id = 0
const event = (object_id: number, action: string, value: SettingEvent['value']): SettingEvent => {
  id += 1
  return { id, object_id, action, value, by: 'Aroha', at: `2026-03-0${(id % 9) + 1}T00:00:00Z` }
}
const told = (events: SettingEvent[]) => settingChanges(events).map(({ from, to }) => [from, to])

test('a setting that was reset and set again has one story, newest first', () => {
  const events = [
    event(1, 'create', [null, 40]),
    event(1, 'update', [40, 50]),
    event(1, 'delete', null),
    event(2, 'create', [null, 60]),
  ]
  expect(told(events)).toEqual([
    [null, 60],
    [50, null],
    [40, 50],
    [null, 40],
  ])
  expect(told(events.toReversed())).toEqual(told(events))
})

test('a row that comes back brings the value that it went with', () => {
  const events = [
    event(3, 'create', [null, '5.00']),
    event(3, 'delete', null),
    event(3, 'restore', null),
  ]
  expect(told(events)[0]).toEqual([null, '5.00'])
})

test('saving what holds already is no change, and a no is not the standard', () => {
  const events = [event(4, 'create', [null, false]), event(4, 'update', null)]
  expect(told(events)).toEqual([[null, false]])
})
