import { expect, test } from 'vitest'
import { departureActions } from '#domain/messaging/departure/departure.ts'
import { isTest, sourceFiles } from './source.ts'

const web = sourceFiles('src/web').filter((file) => !isTest(file))

/** Calls by which something leaves the house at once: programs make them, screens do not. */
const AT_ONCE =
  /Calls\.(?:send|resend|remind|receipt|notices?|offer|invite|sendMany|sendOfPartner)$/

/** What a screen sends without a last look, and why nobody is surprised by it. */
const besides: Record<string, string> = {
  'messageCalls.send': 'Words that somebody typed themselves; held and taken back as messages are.',
  'smsCalls.send': 'The same on a telephone.',
  'userBillCalls.send': 'It goes to whoever asks for it.',
  'customerInvoiceCalls.send': 'It goes to whoever asks for it.',
  'guardCodeCalls.send': 'It goes to whoever asks for it.',
  'invitationCalls.resend': 'A colleague is asked once more to work here.',
  'webhookCalls.resend': 'A program of one’s own is told again.',
}

test('a screen sends nothing at once but what is named here, and nothing is named in vain', () => {
  const calls = web.flatMap(({ text }) =>
    [...text.matchAll(/\w+Calls\.\w+/g)].map(([call]) => call),
  )
  const atOnce = new Set(calls.filter((call) => AT_ONCE.test(call)))
  expect([...atOnce].sort()).toEqual(Object.keys(besides).sort())
})

test('nobody is invited to pay by direct debit by the call that does so at once', () => {
  const inviting = web.filter(({ text }) => text.includes("source: 'online'"))
  expect(inviting.map(({ path }) => path)).toEqual([])
})

// What all last looks are made of names no kind of its own.
const opening = web.filter(({ path }) => !path.startsWith('src/web/messaging/departure/'))

test.each(departureActions)('a screen opens the last look of %s', (action) => {
  const named = new RegExp(`['"]${action}['"]|\\b${action}: \\{`)
  expect(opening.filter(({ text }) => named.test(text)).map(({ path }) => path)).not.toEqual([])
})
