import { expect, test } from 'vitest'
import { foldedQuote } from './folded-quote.ts'

test('what somebody quotes below their answer is folded away', () => {
  const text =
    'Yes please.\n\nOn Tue, 17 Nov 2026 at 9:00, Harbour <o@h.example> wrote:\n> Shall we?'
  expect(foldedQuote(text)).toEqual({
    said: 'Yes please.',
    quoted: 'On Tue, 17 Nov 2026 at 9:00, Harbour <o@h.example> wrote:\n> Shall we?',
  })
})

test('what is nothing but a quote, or quotes in between, is shown whole', () => {
  for (const text of ['> Shall we?', '> Shall we?\nYes.', 'Kia ora'])
    expect(foldedQuote(text)).toEqual({ said: text, quoted: null })
})
