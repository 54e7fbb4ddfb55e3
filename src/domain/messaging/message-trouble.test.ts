import { expect, test } from 'vitest'
import { troubleOf, undeliveredTrouble } from './message-trouble.ts'

const sent = {
  id: 7,
  type: 'email',
  recipient: 'rewa@example.co.nz',
  status: 'accepted',
  error: null,
  is_delayed: false,
  is_resent: false,
} as const

test('what left is no trouble; what came back, was refused or is late is', () => {
  const words = (more: object) => troubleOf({ ...sent, ...more })?.words ?? null
  expect(words({})).toBeNull()
  expect(words({ is_delayed: true })).toBe('Mail delayed')
  expect(words({ status: 'delivered', is_delayed: true }), 'late, but there').toBeNull()
  expect(words({ status: 'bounced' })).toBe('Mail came back')
  expect(words({ status: 'bounced', is_delayed: true })).toBe('Mail came back')
  expect(words({ status: 'failed', type: 'sms' })).toBe('Text message not sent')
  expect(words({ status: 'bounced', is_resent: true }), 'looked after').toBeNull()
})

test('in a list it is told what became of it, also where a check stopped it or nobody is sure', () => {
  const told = (more: object) => undeliveredTrouble({ ...sent, ...more })
  expect(told({ status: 'blocked', error: 'Reference is empty.' })).toEqual({
    id: 7,
    kind: 'failed',
    words: 'Stopped',
    explanation: 'Mail to rewa@example.co.nz: Reference is empty.',
  })
  expect(told({ status: 'bounced', type: 'sms' })).toMatchObject({
    kind: 'bounced',
    words: 'Came back',
    explanation: 'Text message to rewa@example.co.nz',
  })
  expect(told({ status: 'unconfirmed' }).words).toBe('Not sure')
})
