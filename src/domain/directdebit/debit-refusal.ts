import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'

/** Why no debit can be made. */
export type DebitCode =
  | 'M001'
  | 'M002'
  | 'M003'
  | 'M004'
  | 'M005'
  | 'M006'
  | 'M007'
  | 'M008'
  | 'M009'

export interface DebitFacts {
  is_connected: boolean
  is_mandate_usable: boolean
  amount: number
  max_amount: number
  /** Whoever asks may go beyond it. */
  may_exceed: boolean
  charge_date: string
  earliest: string
  is_held: boolean
  frozen_reason: string | null
  has_debit: boolean
  is_parked: boolean
}

export interface DebitRefusal {
  code: DebitCode
  reason: string
}

const LEAST = 100

/** Everything that speaks against a debit, the first reason first; none where it can be made. */
export function debitRefusals(facts: DebitFacts): DebitRefusal[] {
  const found: (DebitRefusal | false)[] = [
    !facts.is_connected && { code: 'M009', reason: 'direct debit is not connected' },
    !facts.is_mandate_usable && {
      code: 'M001',
      reason: 'there is no direct debit authority that can be used',
    },
    facts.is_parked && {
      code: 'M008',
      reason: 'the account is parked until its books are checked',
    },
    facts.frozen_reason !== null && {
      code: 'M006',
      reason: `direct debits of this customer are stopped: ${facts.frozen_reason}`,
    },
    facts.is_held && { code: 'M005', reason: 'it is held or disputed' },
    facts.has_debit && { code: 'M007', reason: 'a debit for it is under way already' },
    facts.amount < LEAST && { code: 'M002', reason: 'less than $1.00 is to be collected' },
    facts.amount > facts.max_amount &&
      !facts.may_exceed && {
        code: 'M003',
        reason: `more than ${dollars(facts.max_amount)} at once needs a manager`,
      },
    facts.charge_date < facts.earliest && {
      code: 'M004',
      reason: `the earliest day is ${formatDayShort(facts.earliest)}`,
    },
  ]
  return found.filter((one): one is DebitRefusal => one !== false)
}

const dollars = (amount: number) => `$${formatMoney(toDecimalString(wholeCents(amount)))}`
