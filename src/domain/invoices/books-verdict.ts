import type { BooksVerification } from './ledger-calls.ts'

/** What can be said of the books after looking: what was never looked at is not found right. */
export type BooksVerdict = 'fine' | 'unfinished' | 'touched' | 'wrong'

export function booksVerdict(found: Omit<BooksVerification, 'invoices_checked'>): BooksVerdict {
  if (found.violations.length > 0 || found.invoices_wrong.length > 0) return 'wrong'
  if (found.chains.some(({ broken }) => broken !== null)) return 'touched'
  return found.is_complete ? 'fine' : 'unfinished'
}

export const verdictWords: Record<BooksVerdict, string> = {
  fine: 'The books add up.',
  unfinished: 'Nothing wrong was found in the time there was, which did not do for all of it.',
  touched: 'The books add up, but something in them was changed behind the program.',
  wrong: 'Some accounts do not add up and are parked.',
}
