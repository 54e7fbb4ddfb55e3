import { describe, expect, test } from 'vitest'
import { availableActions, transitionOf } from '#domain/kit/machine.ts'
import { audienceErrors, audienceOf } from './audience.ts'
import { bulkmessage } from './bulkmessage.ts'
import { bulkmessageMachine, bulkStates } from './bulkmessage-machine.ts'
import { channelsOf } from './channel-order.ts'
import { type LeftOut, tellingReason } from './left-out.ts'
import { countOf, outcomes, recipientStates } from './outcome.ts'
import { type Sampled, type Samples, withSample } from './samples.ts'
import { troubleOf } from './trouble.ts'

describe('what may follow what', () => {
  const asked = ['preview', 'start', 'pause', 'resume', 'cancel', 'again', 'update', 'delete']
  const table = Object.fromEntries(
    bulkStates.map((state) => [
      state,
      asked.filter((action) => transitionOf(bulkmessageMachine, action, state)),
    ]),
  )

  test('each state lets through what the table says and nothing else', () => {
    expect(table).toEqual({
      draft: ['preview', 'start', 'update', 'delete'],
      scheduled: ['cancel'],
      running: ['pause', 'cancel'],
      paused: ['resume', 'cancel'],
      cancelled: ['again'],
      done: ['again'],
    })
  })

  test('people are offered no step that the work itself takes, and users none at all', () => {
    const offered = availableActions(bulkmessageMachine, { state: 'running' }, 'manager')
    expect(offered.map(({ action }) => action)).toEqual(['pause', 'cancel'])
    const refused = availableActions(bulkmessageMachine, { state: 'running' }, 'accounting')
    expect(refused.every(({ allowed }) => !allowed)).toBe(true)
  })
})

test('every state of a recipient is told in exactly one part of the report', () => {
  const told = Object.values(outcomes).flat()
  expect([...told].sort()).toEqual([...recipientStates].sort())
  expect(countOf({ failed: 2, bounced: 1, accepted: 9 }, outcomes.missed)).toBe(3)
})

test('channels are tried in the order of their names', () => {
  expect(channelsOf('sms_email')).toEqual(['sms', 'email'])
  expect(channelsOf('email')).toEqual(['email'])
})

test('of two channels in vain, the one that says more is told', () => {
  const nowhere: LeftOut = { reason: 'no_address', why: 'there is no mobile number' }
  const stopped: LeftOut = { reason: 'list', why: 'they opted out' }
  expect(tellingReason([nowhere, stopped])).toBe(stopped)
  expect(tellingReason([nowhere])).toBe(nowhere)
})

describe('whom it goes to', () => {
  test.each([
    { list: 'customers', params: { 'balance_overdue.gt': '0', q: 'cafe' } },
    { ids: [1, 2] },
    { bulk_id: 7, to: 'failed' },
  ])('%j is understood', (audience) => {
    expect(audienceOf(audience)).toEqual(audience)
    expect(audienceErrors(audience)).toEqual([])
  })

  test.each([{ list: 'users' }, { ids: [] }, { bulk_id: 7, to: 'everybody' }, 'all'])(
    '%j is refused by name',
    (audience) => {
      expect(audienceErrors(audience)).toMatchObject([{ field: 'audience' }])
    },
  )
})

test('one’s own words print what a letter to a customer may, and name what they cannot', () => {
  const row = { subject: 'Kia ora {{customer_name}}', text_base: 'A', text_sms: 'B' }
  expect(bulkmessage.check(row)).toEqual([])
  expect(bulkmessage.check({ text_sms: 'Hi {{custmer_name}}' })).toMatchObject([
    { field: 'text_sms', nearest: 'customer_name', line: 1 },
  ])
})

test('of many, the longest, the shortest and the thinnest are remembered', () => {
  const many: Sampled[] = [
    { customer_id: 1, length: 40, empties: 0 },
    { customer_id: 2, length: 90, empties: 0 },
    { customer_id: 3, length: 12, empties: 1 },
    { customer_id: 4, length: 30, empties: 3 },
    { customer_id: 5, length: 90, empties: 3 },
  ]
  const found = many.reduce<Samples<Sampled> | null>(withSample, null)
  expect(found?.longest.customer_id).toBe(2)
  expect(found?.shortest.customer_id).toBe(3)
  expect(found?.thinnest.customer_id).toBe(4)
})

describe('when it stops by itself', () => {
  const well = { failed: 0, sent: 500, complained: 0, not_taken_in_a_row: 0 }

  test.each([
    [{ failed: 9 }, null],
    [{ failed: 10 }, /10 of the last 200/],
    [{ not_taken_in_a_row: 4 }, null],
    [{ not_taken_in_a_row: 5 }, /does not take them/],
    [{ sent: 1000, complained: 1 }, null],
    [{ sent: 999, complained: 1 }, /somebody complained/],
    [{ sent: 1000, complained: 2 }, /2 people complained/],
  ])('%j', (change, words) => {
    const found = troubleOf({ ...well, ...change })
    if (words) expect(found).toMatch(words)
    else expect(found).toBeNull()
  })
})
