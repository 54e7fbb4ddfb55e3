import { Exact } from '#domain/kit/decimal.ts'
import type { CandidateRate } from '#domain/proposals/candidate-rates.ts'

/** A candidate rate while it is typed; the key keeps its line apart from the others. */
export interface TypedRate {
  key: string
  rate_name: string
  rate_type: string
  rate_unit: string
  rate_amount: string
  register_code: string | null
  with_losses: boolean
}

type GivenRate = { [K in keyof CandidateRate]?: CandidateRate[K] | undefined }

export function blankRate(given: GivenRate = {}): TypedRate {
  return {
    key: crypto.randomUUID(),
    rate_name: given.rate_name ?? '',
    rate_type: given.rate_type ?? 'variable',
    rate_unit: given.rate_unit ?? 'kWh',
    rate_amount: given.rate_amount ? plain(given.rate_amount) : '',
    register_code: given.register_code ?? null,
    with_losses: given.with_losses ?? false,
  }
}

/** What a proposal holds, as lines to type in. */
export function typedRates(stored: unknown): TypedRate[] {
  // The server has checked what is stored; a new proposal holds nothing yet.
  return Array.isArray(stored) ? stored.map((one) => blankRate(one as GivenRate)) : []
}

/** The lines as the proposal keeps them; a line nobody filled in is left out. */
export function candidatesOf(typed: readonly TypedRate[]): CandidateRate[] {
  return typed
    .filter(({ rate_name, rate_amount }) => rate_name.trim() !== '' || rate_amount.trim() !== '')
    .map(({ key, ...rate }) => ({ ...rate, rate_name: rate.rate_name.trim() }))
}

export function isComplete({ rate_name, rate_amount }: CandidateRate): boolean {
  return rate_name.length >= 2 && /^-?\d+(\.\d{1,8})?$/.test(rate_amount)
}

function plain(amount: string): string {
  return /^-?\d+(\.\d+)?$/.test(amount) ? new Exact(amount).toFixed() : amount
}
