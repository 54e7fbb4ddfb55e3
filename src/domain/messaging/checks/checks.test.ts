import { expect, test } from 'vitest'
import {
  type CaredMessage,
  type CareFacts,
  careStop,
  careWords,
  DECEASED,
  messageTones,
  threatIn,
} from './caring.ts'
import { consentNeeded, consentStop } from './consented.ts'
import { blockSourceNames, listedStop } from './listed.ts'
import { senseStop } from './sensible.ts'
import { stopWords } from './stop.ts'
import { tooOftenStop } from './too-often.ts'

const contact = '+6421555123'

test('whoever opted out of everything gets nothing by that channel', () => {
  for (const source of blockSourceNames)
    for (const purpose of ['service', 'promotional'] as const) {
      const entry = { type: 'sms', blocks: 'everything', source } as const
      const told = listedStop([entry], { channel: 'sms', purpose, contact })
      expect(told).toMatchObject({ rule: 'list', until: null })
      expect(told?.reason).toContain(contact)
      expect(told?.way_out).toMatch(/\.$/)
      expect(listedStop([entry], { channel: 'email', purpose, contact })).toBeNull()
      const all = { ...entry, type: 'all' } as const
      expect(listedStop([all], { channel: 'email', purpose, contact })).not.toBeNull()
    }
})

test('whoever unsubscribed gets bills and no advertising', () => {
  const entry = { type: 'email', blocks: 'promotional', source: 'unsubscribe' } as const
  const asked = { channel: 'email', contact }
  expect(listedStop([entry], { ...asked, purpose: 'service' })).toBeNull()
  expect(listedStop([entry], { ...asked, purpose: 'promotional' })?.reason).toContain('advertising')
  expect(listedStop([], { ...asked, purpose: 'promotional' })).toBeNull()
})

test.each([
  ['email', 'promotional', 'offer', 'receive_promo_emails'],
  ['sms', 'promotional', 'offer', 'receive_promo_sms'],
  ['sms', 'service', 'reminder', 'receive_sms_reminders'],
  ['sms', 'service', 'answer', null],
  ['email', 'service', 'reminder', null],
  ['email', 'service', 'invoice', null],
] as const)('%s, %s, %s needs %s', (channel, purpose, kind, flag) => {
  expect(consentNeeded({ channel, purpose, kind })).toBe(flag)
})

test('consent is a flag that somebody can explain', () => {
  const flag = 'receive_promo_sms'
  expect(consentStop(flag, { is_flagged: true, last: 'given' })).toBeNull()
  expect(consentStop(null, { is_flagged: false, last: null })).toBeNull()
  const unexplained = consentStop(flag, { is_flagged: true, last: null })
  expect(unexplained?.reason).toBe('nobody noted how they agreed to advertising by SMS')
  expect(consentStop(flag, { is_flagged: true, last: 'withdrawn' })?.reason).toMatch(/no longer/)
  expect(consentStop(flag, { is_flagged: false, last: 'given' })?.reason).toMatch(/not agreed/)
  expect(consentStop(flag, { is_flagged: false, last: null })?.rule).toBe('consent')
})

const open = { is_cancelled: false, is_paid: false, is_held: false, is_promised: false }
const nothing = { invoice: null, adjustment: null, contract: null }

test('nobody is told what is no longer true', () => {
  const about = (kind: string, more: Partial<typeof open>) =>
    senseStop({ ...nothing, kind, invoice: { ...open, ...more } })?.reason ?? null
  for (const kind of ['invoice', 'copy', 'new_dates', 'reminder'])
    expect(about(kind, { is_cancelled: true })).toBe('the invoice has been cancelled')
  expect(about('correction', { is_cancelled: true })).toBeNull()
  expect(about('reminder', { is_paid: true })).toBe('it has been paid')
  expect(about('reminder', { is_held: true })).toBe('the invoice is held')
  expect(about('reminder', { is_promised: true })).toMatch(/under way/)
  expect(about('reminder', {})).toBeNull()
  for (const kind of ['invoice', 'copy', 'answer'])
    expect(about(kind, { is_paid: true, is_held: true, is_promised: true })).toBeNull()
  const offer = (is_withdrawn: boolean) =>
    senseStop({ ...nothing, kind: 'offer', contract: { is_withdrawn } })
  expect(offer(true)?.reason).toBe('the offer has been withdrawn')
  expect(offer(false)).toBeNull()
  expect(senseStop({ ...nothing, kind: 'answer' })).toBeNull()
  const archived = (kind: string) => senseStop({ ...nothing, kind, is_archived: true })?.reason
  expect(archived('bulk')).toBe('the customer was archived')
  expect(archived('invoice')).toBeUndefined()
})

test('nor reminded of an adjustment that is settled, held or on its way', () => {
  const about = (more: Partial<typeof open>, kind = 'reminder') =>
    senseStop({ ...nothing, kind, adjustment: { ...open, ...more } })?.reason ?? null
  expect(about({ is_cancelled: true })).toBe('it has been cancelled')
  expect(about({ is_paid: true })).toBe('it has been paid')
  expect(about({ is_held: true })).toBe('it is held')
  expect(about({ is_promised: true })).toMatch(/under way/)
  expect(about({})).toBeNull()
  expect(about({ is_cancelled: true }, 'adjustment')).toBeNull()
})

const anybody: CareFacts = {
  required_for_medical: false,
  in_hardship: false,
  customer_type: 'residential',
  is_disputed: false,
  debits_frozen_reason: null,
}
const medical = { ...anybody, required_for_medical: true }
const poor = { ...anybody, in_hardship: true }
const plain: CaredMessage = {
  kind: 'reminder',
  tone: 'normal',
  is_by_hand: false,
  care_reason: null,
  subject: null,
  text: 'Your bill is due.',
  html: null,
}

test('medical dependence at home and hardship anywhere are cared for', () => {
  expect(careWords(anybody)).toBeNull()
  expect(careWords({ ...medical, customer_type: 'commercial' })).toBeNull()
  for (const customer_type of ['residential', null])
    expect(careWords({ ...medical, customer_type })).toMatch(/medical/)
  for (const customer_type of ['residential', 'commercial'])
    expect(careWords({ ...poor, customer_type })).toMatch(/hardship/)
})

test('no final text and none of disconnection ever goes to them, whoever asks and why', () => {
  for (const facts of [medical, poor])
    for (const tone of messageTones.filter((one) => one !== 'normal'))
      for (const is_by_hand of [true, false])
        for (const care_reason of [null, 'They asked me to'])
          for (const kind of ['reminder', 'answer', 'invoice', 'offer']) {
            const message = { ...plain, tone, is_by_hand, care_reason, kind }
            expect(careStop(facts, message)?.rule).toBe('care')
            expect(careStop(anybody, message)).toBeNull()
          }
})

test('they are reminded only by hand and with a reason', () => {
  for (const facts of [medical, poor]) {
    expect(careStop(facts, plain)?.way_out).toContain('by hand')
    expect(careStop(facts, { ...plain, is_by_hand: true })).not.toBeNull()
    expect(careStop(facts, { ...plain, is_by_hand: true, care_reason: ' ' })).not.toBeNull()
    expect(careStop(facts, { ...plain, care_reason: 'Agreed' })).not.toBeNull()
    expect(careStop(facts, { ...plain, is_by_hand: true, care_reason: 'Agreed' })).toBeNull()
    expect(careStop(facts, { ...plain, kind: 'invoice' })).toBeNull()
  }
})

test('a letter to many never goes to somebody who has died; a person may still write to the family', () => {
  const died = { ...anybody, debits_frozen_reason: DECEASED }
  const letter = { ...plain, kind: 'bulk', is_by_hand: true }
  expect(careStop(died, letter)).toMatchObject({ rule: 'care', reason: DECEASED })
  expect(careStop(died, { ...letter, kind: 'answer' })).toBeNull()
  // What was queued before the bank said so stays here, unless somebody wrote it.
  for (const kind of ['reminder', 'direct_debit']) {
    expect(careStop(died, { ...plain, kind })).toMatchObject({ rule: 'care', reason: DECEASED })
    expect(careStop(died, { ...plain, kind, is_by_hand: true })).toBeNull()
  }
  const frozen = { ...anybody, debits_frozen_reason: 'three were not honoured in 90 days' }
  expect(careStop(frozen, letter)).toBeNull()
})

test('nobody is reminded of what they dispute', () => {
  const disputed = { ...anybody, is_disputed: true }
  expect(careStop(disputed, { ...plain, is_by_hand: true, care_reason: 'x' })?.reason).toMatch(
    /disputed/,
  )
  expect(careStop(disputed, { ...plain, kind: 'answer' })).toBeNull()
})

test.each([
  'We will disconnect you',
  'DISCONNECTION notice',
  'you may be dis-connected',
  'it will be cut off tomorrow',
  'we are cutting off your power',
  'we will cut your power off',
  'a cut-off date',
  'the cutoff is Friday',
  'we switch off your supply',
  'it will be switched off',
  'switching the power off on Friday',
  'dis\u00adconnect',
  'cut\u200b off',
  'ｄｉｓｃｏｎｎｅｃｔ',
  'cut\u2011off',
  'Cut\noff',
])('“%s” never goes to them in anybody’s own words', (text) => {
  expect(threatIn(text)).not.toBeNull()
  const free = { ...plain, kind: 'answer', is_by_hand: true, text }
  for (const facts of [medical, poor]) expect(careStop(facts, free)?.reason).toContain('the text')
  const asked = { ...plain, is_by_hand: true, care_reason: 'Agreed', text }
  expect(careStop(medical, asked)?.rule).toBe('care')
  expect(careStop(anybody, free)).toBeNull()
})

test('a threat is found in the subject, in HTML, and in what a chat’s mail carries', () => {
  const threat = 'We will disconnect you'
  const parts = [{ subject: threat }, { html: '<p>We cut <b>your power</b><br>off</p>' }]
  for (const part of parts)
    for (const is_by_hand of [true, false]) {
      const written = { ...plain, kind: 'answer', is_by_hand, ...part }
      expect(careStop(medical, written)?.rule).toBe('care')
      expect(careStop(anybody, written)).toBeNull()
    }
  // The broker's own standard words of a bill may tell of it.
  expect(careStop(medical, { ...plain, kind: 'invoice', subject: threat })).toBeNull()
  // What somebody adds to them may not.
  const added = { ...plain, kind: 'invoice', own_threat: 'disconnect' }
  expect(careStop(medical, added)?.reason).toContain('the text says “disconnect”')
  expect(careStop(anybody, added)).toBeNull()
})

test.each([
  'We have reconnected you',
  'Your offer: 10 % off',
  'You can switch plans. Nothing is off limits',
  'Please cut the grass below the meter',
  'Switch to us and take the day off',
])('“%s” threatens nobody', (text) => {
  expect(threatIn(text)).toBeNull()
})

const often = {
  purpose: 'service',
  last_promotional_at: null,
  same_words_at: null,
  promo_pause_days: 7,
  may_repeat: false,
} as const
const now = '2026-11-17T00:00:00.000Z'

test('advertising comes at most once in so many days', () => {
  const promotional = { ...often, purpose: 'promotional', last_promotional_at: now } as const
  expect(tooOftenStop(promotional, '2026-11-23T23:59:59.999Z')).toMatchObject({
    rule: 'too_often',
    until: '2026-11-24T00:00:00.000Z',
    may_send_anyway: false,
  })
  expect(tooOftenStop(promotional, '2026-11-24T00:00:00Z')).toBeNull()
  expect(tooOftenStop({ ...promotional, promo_pause_days: 0 }, now)).toBeNull()
  expect(tooOftenStop({ ...promotional, purpose: 'service' }, now)).toBeNull()
  expect(tooOftenStop({ ...promotional, may_repeat: true }, now)?.rule).toBe('too_often')
})

test('the same words within a day ask whether that is meant', () => {
  const twice = { ...often, same_words_at: now }
  expect(tooOftenStop(twice, '2026-11-17T23:59:59Z')).toMatchObject({ may_send_anyway: true })
  expect(tooOftenStop({ ...twice, may_repeat: true }, '2026-11-17T23:59:59Z')).toBeNull()
  expect(tooOftenStop(twice, '2026-11-18T00:00:00Z')).toBeNull()
})

test('what counts is when each of them leaves, whichever does so first', () => {
  const leaving = (leaves_at: string) => ({ ...often, leaves_at, same_words_at: now })
  const before = '2026-11-14T00:00:00Z'
  expect(tooOftenStop(leaving('2026-11-16T00:00:01Z'), before)?.reason).toContain('they get')
  expect(tooOftenStop(leaving('2026-11-17T23:59:59Z'), before)?.rule).toBe('too_often')
  expect(tooOftenStop(leaving('2026-11-16T00:00:00Z'), before)).toBeNull()
  expect(tooOftenStop(leaving('2026-11-18T00:00:00Z'), before)).toBeNull()
})

test('a stop is one sentence and a way out', () => {
  const told = consentStop('receive_promo_sms', { is_flagged: false, last: null })
  expect(told && stopWords(told)).toBe(
    'They have not agreed to advertising by SMS. Ask them, and note how they agreed.',
  )
})
