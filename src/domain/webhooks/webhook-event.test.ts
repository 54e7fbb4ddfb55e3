import { expect, test } from 'vitest'
import { messageOf, webhookEvents } from './webhook-event.ts'

test('states of the machines are events, and customers tell of changes', () => {
  for (const type of ['customer.changed', 'contract.active', 'invoice.paid', 'bill.approved'])
    expect(webhookEvents).toContain(type)
  expect(webhookEvents).not.toContain('invoice.changed')
  expect(new Set(webhookEvents).size).toBe(webhookEvents.length)
})

test('a message says which row it was and how it stands, and nothing of what is in it', () => {
  const created_at = '2026-05-19T00:00:00.000Z'
  const told = { object_class: 'invoice', object_id: 7, object_version: 3, created_at }
  expect(messageOf('msg_1', 2, { ...told, happened: 'state', state: 'paid' })).toEqual({
    id: 'msg_1',
    type: 'invoice.paid',
    timestamp: created_at,
    organisation_id: 2,
    object: { class: 'invoice', id: 7, version: 3, state: 'paid' },
  })
})
