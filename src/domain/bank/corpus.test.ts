import { expect, test } from 'vitest'
import { makeCorpus } from '#tests/support/bank-corpus.ts'
import { scoreCorpus } from '#tests/support/bank-corpus-score.ts'

// A thousand lines of every kind people send, for five seeds; the whole size is measured elsewhere.

test.each([1, 2, 3, 4, 5])('a month at the bank, seed %i', (seed) => {
  const score = scoreCorpus(makeCorpus({ seed, lines: 1000, customers: 900, invoices: 2000 }))
  expect(score.wrong).toEqual([])
  expect(score.recall).toBeGreaterThanOrEqual(0.95)
  expect(score.strangers).toBe(0)
  expect(score.first).toBeGreaterThanOrEqual(0.9)
})

test('a match that is not the truth is seen', () => {
  const corpus = makeCorpus({ seed: 1, lines: 100, customers: 90, invoices: 200 })
  const at = corpus.truths.findIndex(({ kind }) => kind === 'full_number')
  const truths = corpus.truths.map((truth, place) =>
    place === at ? { ...truth, customer_id: (truth.customer_id ?? 0) + 1 } : truth,
  )
  expect(scoreCorpus({ ...corpus, truths }).wrong).toHaveLength(1)
})

test('a corpus is the same for the same seed, and holds every kind of line', () => {
  const sizes = { lines: 200, customers: 180, invoices: 400 }
  expect(makeCorpus({ seed: 7, ...sizes })).toEqual(makeCorpus({ seed: 7, ...sizes }))
  const { truths } = makeCorpus({ seed: 7, ...sizes })
  expect(new Set(truths.map(({ kind }) => kind)).size).toBe(15)
})
