/** How many of the latest are looked at, and how many of them may fail. */
export const LOOKED_AT = 200
const FAILED_SHARE = 0.05
const COMPLAINED_SHARE = 0.001
/** So many in a row that nobody took: whoever takes them is not there. */
const NOT_TAKEN_IN_A_ROW = 5

export interface BulkHealth {
  /** Of the latest that were tried since it was started or resumed. */
  failed: number
  sent: number
  complained: number
  not_taken_in_a_row: number
}

/** Why it stops by itself, in words that follow “because”; null where it goes on. */
export function troubleOf(health: BulkHealth): string | null {
  const { failed, sent, complained, not_taken_in_a_row } = health
  if (not_taken_in_a_row >= NOT_TAKEN_IN_A_ROW)
    return 'whoever carries the messages does not take them at the moment'
  if (failed >= LOOKED_AT * FAILED_SHARE)
    return `${failed} of the last ${LOOKED_AT} could not be delivered`
  if (complained > sent * COMPLAINED_SHARE)
    return complained === 1 ? 'somebody complained' : `${complained} people complained`
  return null
}
