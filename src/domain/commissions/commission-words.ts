import { formatMoney } from '#domain/kit/money.ts'
import type { Commission, CommissionKind, CommissionStatus } from './commission.ts'

export const kindWords: Record<CommissionKind, string> = {
  ongoing: 'Ongoing',
  signup: 'Sign-up',
  clawback: 'Claw-back',
  correction: 'Correction',
}

export const statusWords: Record<CommissionStatus, { label: string; explanation: string }> = {
  expected: { label: 'Expected', explanation: 'Earned once the customer’s money is there.' },
  accrued: { label: 'Earned', explanation: 'Waits for the next statement.' },
  stated: { label: 'Stated', explanation: 'Stands on a statement that was sent.' },
  reversed: { label: 'Taken back', explanation: 'Went back before it was stated.' },
  dropped: { label: 'Dropped', explanation: 'Will not be earned any more.' },
}

type Derived = Pick<
  Commission,
  'kind' | 'base' | 'share_percent' | 'base_part' | 'rate' | 'rate_unit' | 'amount' | 'reason'
>

const percent = (text: string | null) =>
  `${text?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')} %`

/** How an amount came about, as one writes it down: 26.04 × 60 % = 15.62; × 10 % = 1.56. */
export function derivation(entry: Derived): string {
  const { kind, base, share_percent, base_part, rate, rate_unit, amount, reason } = entry
  const result = formatMoney(amount)
  if (kind === 'correction') return reason ?? ''
  if (kind === 'clawback')
    return base_part === null
      ? 'The whole of an amount that was stated'
      : `The part of ${formatMoney(base_part)} for the days the contract did not last`
  const isWhole = Number(share_percent) === 100
  if (rate_unit === 'fixed') {
    const fixed = formatMoney(rate)
    return isWhole ? `${fixed} as agreed` : `${fixed} × ${percent(share_percent)} = ${result}`
  }
  const shared = isWhole
    ? formatMoney(base)
    : `${formatMoney(base)} × ${percent(share_percent)} = ${formatMoney(base_part)};`
  return `${shared} × ${percent(rate)} = ${result}`
}
