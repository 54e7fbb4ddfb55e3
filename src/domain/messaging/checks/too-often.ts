import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { formatMoment } from './moment-words.ts'
import { type Stop, stop } from './stop.ts'

const SAME_WORDS_HOURS = 24

export interface FrequencyFacts {
  purpose: MessagePurpose
  /** When this contact last got anything promotional, or gets what waits. */
  last_promotional_at: string | null
  /** When this contact got the same words, or gets what waits. */
  same_words_at: string | null
  /** When these leave themselves, if not now. */
  leaves_at?: string | null | undefined
  promo_pause_days: number
  may_repeat: boolean
}

/** Advertising comes seldom, and nobody is told the same thing twice in a day by mistake. */
export function tooOftenStop(facts: FrequencyFacts, now: string): Stop | null {
  const { purpose, last_promotional_at, same_words_at, promo_pause_days, may_repeat } = facts
  if (purpose === 'promotional' && last_promotional_at !== null) {
    const until = later(last_promotional_at, 24 * promo_pause_days)
    if (isBefore(now, until)) {
      const get = isBefore(now, last_promotional_at) ? 'get' : 'got'
      const reason = `they ${get} advertising on ${formatMoment(last_promotional_at)}`
      return stop('too_often', reason, `It may go from ${formatMoment(until)} on.`, until)
    }
  }
  if (same_words_at === null || may_repeat) return null
  const leaves = facts.leaves_at ?? now
  const until = later(same_words_at, SAME_WORDS_HOURS)
  const isApart =
    !isBefore(leaves, until) || !isBefore(same_words_at, later(leaves, SAME_WORDS_HOURS))
  if (isApart) return null
  // What is held for some seconds is as good as gone.
  const get = isBefore(later(now, 1), same_words_at) ? 'get' : 'got'
  const reason = `they ${get} the same words on ${formatMoment(same_words_at)}`
  const repeated = stop('too_often', reason, 'Choose Send anyway if you mean it.', until)
  return { ...repeated, may_send_anyway: true }
}

const later = (instant: string, hours: number): string =>
  Temporal.Instant.from(instant).add({ hours }).toString({ smallestUnit: 'millisecond' })

const isBefore = (one: string, other: string): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) < 0
