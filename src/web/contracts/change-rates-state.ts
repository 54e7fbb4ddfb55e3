import { parseAsStringLiteral, useQueryState } from 'nuqs'

/** The wizard is part of the address: a link can open it, and Back closes it. */
export function useRateChange() {
  return useQueryState('change', parseAsStringLiteral(['sell', 'buy'] as const))
}
