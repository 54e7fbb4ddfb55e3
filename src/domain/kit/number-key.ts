// Numbers of documents and customers as banks and people tell them apart: whatever the case, and
// whatever stands between letters and figures.

import { plainText } from './plain-text.ts'

/** What a number is made of: a run of letters, a run of figures, or a sign for "number". */
export const NUMBER_RUN = /[A-Z]+|[0-9]+|#/g

/** A number as it is compared: INVOICE 1041 and #1041 are INV1041. */
export function numberKey(number: string): string {
  const runs = plainText(number).match(NUMBER_RUN) ?? []
  return runs.map((run, at) => shortRun(run, runs[at + 1])).join('')
}

/** What begins a number, as numbers that begin so are compared: INVOICE- and IN-V- are INV. */
export function prefixKey(prefix: string): string {
  return numberKey(`${prefix}1`).slice(0, -1)
}

/** A run as it is compared, by what follows it. */
export function shortRun(run: string, next: string | undefined): string {
  const isBeforeFigures = next !== undefined && /^[0-9]/.test(next)
  if (run === '#') return isBeforeFigures ? 'INV' : ''
  return isBeforeFigures && run === 'INVOICE' ? 'INV' : run
}
