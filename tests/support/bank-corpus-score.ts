// How the matcher fares with a corpus: what it takes unasked, whether that is right, and whether its
// first suggestion is.

import type { Candidate } from '#domain/bank/candidate.ts'
import { buildIndex, type MatchIndex } from '#domain/bank/match-index.ts'
import { matchLine } from '#domain/bank/match-line.ts'
import { type CorpusClass, foundClasses, type makeCorpus, type Truth } from './bank-corpus.ts'

export interface CorpusScore {
  /** Of those taken unasked, the share that is right. */
  precision: number
  /** Of the classes to be found, the share that is taken unasked, and rightly. */
  recall: number
  /** Of the rest but shared payers and paid for another, the share whose first suggestion is right. */
  first: number
  /** Strangers whose money was taken for somebody's. */
  strangers: number
  seconds: number
  byClass: Map<CorpusClass, { lines: number; automatic: number; right: number; first: number }>
  wrong: { truth: Truth; candidate: Candidate }[]
}

const notAsked: readonly CorpusClass[] = ['shared_payer', 'for_another']

export function scoreCorpus({ facts, lines, truths }: ReturnType<typeof makeCorpus>): CorpusScore {
  const start = performance.now()
  const index = buildIndex(facts)
  const matches = lines.map((line) => matchLine(index, line))
  const seconds = (performance.now() - start) / 1000
  const byClass: CorpusScore['byClass'] = new Map()
  const wrong: CorpusScore['wrong'] = []
  for (const [at, { automatic, candidates }] of matches.entries()) {
    const truth = truths[at] as Truth
    const tally = byClass.get(truth.kind) ?? { lines: 0, automatic: 0, right: 0, first: 0 }
    byClass.set(truth.kind, tally)
    tally.lines += 1
    if (isRight(index, candidates[0], truth)) tally.first += 1
    if (!automatic) continue
    tally.automatic += 1
    if (isRight(index, automatic, truth)) tally.right += 1
    else wrong.push({ truth, candidate: automatic })
  }
  const sum = (
    kinds: (kind: CorpusClass) => boolean,
    of: 'lines' | 'automatic' | 'right' | 'first',
  ) => [...byClass].reduce((total, [kind, one]) => total + (kinds(kind) ? one[of] : 0), 0)
  const isFound = (kind: CorpusClass) => foundClasses.includes(kind)
  const isRest = (kind: CorpusClass) => !isFound(kind) && !notAsked.includes(kind)
  return {
    precision: sum(() => true, 'right') / sum(() => true, 'automatic'),
    recall: sum(isFound, 'right') / sum(isFound, 'lines'),
    first: sum(isRest, 'first') / sum(isRest, 'lines'),
    strangers: byClass.get('stranger')?.automatic ?? 0,
    seconds,
    byClass,
    wrong,
  }
}

/** The right customer, the payment that was recorded, and no item left out that was meant. */
function isRight(index: MatchIndex, candidate: Candidate | undefined, truth: Truth): boolean {
  if (truth.customer_id === null) return candidate === undefined
  const [part] = candidate?.parts ?? []
  if (!candidate || !part || candidate.customer_id !== truth.customer_id) return false
  if (truth.payment_id !== null) return part.payment_ids?.[0] === truth.payment_id
  if (candidate.parts.length > 1 || candidate.kind !== 'customer') return false
  const page = part.page === undefined ? undefined : index.items.get(part.page)
  const carried = page?.page?.carried.map(({ key }) => key) ?? []
  const paid = page ? [page.key, ...carried] : part.plan?.map(({ key }) => key)
  // Without a page or plan the money lies where the rules of the account put it.
  return !paid || truth.keys.every((key) => paid.includes(key))
}
