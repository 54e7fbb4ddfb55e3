import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** What proves itself: the entries of the books, and who changed what. */
export const chainNames = ['journal', 'history'] as const
export type ChainName = (typeof chainNames)[number]

export const chainTitles: Record<ChainName, string> = { journal: 'The books', history: 'History' }

/** What does not fit: an entry that is not what it was, is gone, or was put in behind. */
export interface BrokenLink {
  what: 'changed' | 'gone' | 'slipped_in' | 'digest'
  /** The entry, or the day whose digest no longer fits. */
  row_id: number | null
  day: string | null
}

export interface ChainReport {
  chain: ChainName
  checked: number
  /** Entries of the last minutes, which get their link soon. */
  waiting: number
  is_complete: boolean
  /** The first that does not fit; what follows it proves nothing. */
  broken: BrokenLink | null
}

export interface ChainDigest {
  chain: ChainName
  day: string
  entries: number
  digest: string
}

export const chainCalls = {
  digests: call({
    method: 'GET',
    path: '/ledger/digests',
    summary: 'Where the books and the history stood at the end of each day, to be kept elsewhere',
    policy: { from: 'accounting' },
    input: z.object({}),
    answers: data<ChainDigest[]>(),
  }),
}

const words: Record<BrokenLink['what'], (broken: BrokenLink) => string> = {
  changed: ({ row_id }) => `Entry ${row_id} is not what it was when it was made`,
  gone: ({ row_id }) => `Entry ${row_id} is gone`,
  slipped_in: ({ row_id }) => `Entry ${row_id} was put in behind the others`,
  digest: ({ day }) => `The digest of ${day} does not fit any more`,
}

export function brokenWords(broken: BrokenLink): string {
  return words[broken.what](broken)
}
