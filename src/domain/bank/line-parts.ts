// A line is matched whole: its parts add up to it, each of a kind that money of its direction can be.

import { isAccount } from '#domain/books/account-names.ts'
import { isClosedAccount } from '#domain/books/closed-accounts.ts'
import { accounts } from '#domain/books/postings.ts'
import { DECIMAL_SHAPES, isDecimalText } from '#domain/kit/decimal-text.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import type { LinePart, PartKind } from './candidate.ts'

interface KindRule {
  /** Which way the money of this part goes; the fee of a card settlement goes against the line. */
  direction: 'in' | 'out' | 'either'
  /** What the part has to say of itself: one of these. */
  needs: readonly (keyof LinePart)[]
  asks: string
}

export const kindRules: Record<PartKind, KindRule> = {
  customer: { direction: 'in', needs: ['customer_id'], asks: 'Choose the customer.' },
  payment: { direction: 'in', needs: ['payment_ids'], asks: 'Choose the payment.' },
  deposit: { direction: 'in', needs: ['payment_ids'], asks: 'Choose the payments.' },
  payout: { direction: 'in', needs: ['counterpart_id'], asks: 'Choose the payout.' },
  billpayment: { direction: 'out', needs: ['payment_ids'], asks: 'Choose the payments.' },
  bill: { direction: 'out', needs: ['bill_ids', 'supplier_id'], asks: 'Choose the bills.' },
  supplier_refund: { direction: 'in', needs: ['supplier_id'], asks: 'Choose the supplier.' },
  returned: { direction: 'in', needs: ['payment_ids'], asks: 'Choose the payment.' },
  refund: { direction: 'either', needs: ['payment_ids'], asks: 'Choose the refund.' },
  dishonour: { direction: 'out', needs: ['payment_ids'], asks: 'Choose the payment.' },
  transfer: { direction: 'either', needs: [], asks: '' },
  account: { direction: 'either', needs: ['account'], asks: 'Choose the account.' },
  commission: { direction: 'out', needs: ['counterpart_id'], asks: 'Choose the statement.' },
  aside: { direction: 'either', needs: [], asks: '' },
}

/** Fees, interest and the tax on it are everybody's who matches lines. */
const everyday: readonly number[] = [
  accounts.bankFees,
  accounts.providerFees,
  accounts.interest,
  accounts.taxOnInterest,
]

/** Who may book a part on an account: some are for managers, and some belong to documents alone. */
export function accountNeeds(account: number): 'accounting' | 'manager' | 'nobody' {
  if (everyday.includes(account)) return 'accounting'
  return isAccount(account) && !isClosedAccount(account) ? 'manager' : 'nobody'
}

/** What is wrong with the parts of a line; nothing where they may be taken. */
export function partErrors(amount: Cents, parts: readonly LinePart[]): FieldError[] {
  const errors = parts.flatMap((part, at) => errorsOf(part, at))
  if (errors.length > 0) return errors
  const sum = sumCents(parts.map((part) => cents(part.amount)))
  if (parts.length > 0 && sum === amount) return []
  const rest = toDecimalString(wholeCents(amount - sum))
  return [bad('parts', `The parts do not add up to the line: ${rest} is left.`)]
}

function errorsOf(part: LinePart, at: number): FieldError[] {
  const field = (name: string) => `parts.${at}.${name}`
  if (!isDecimalText(part.amount, DECIMAL_SHAPES.money) || cents(part.amount) === 0)
    return [bad(field('amount'), 'Give an amount in dollars and cents.')]
  const { direction, needs, asks } = kindRules[part.kind]
  const isIn = cents(part.amount) > 0
  if (direction !== 'either' && (direction === 'in') !== isIn)
    return [
      bad(
        field('kind'),
        `Only money that ${isIn ? 'went out' : 'came in'} is a ${part.kind.replaceAll('_', ' ')}.`,
      ),
    ]
  const [first] = needs
  if (first !== undefined && !needs.some((name) => isSaid(part[name])))
    return [bad(field(first), asks)]
  if (part.kind === 'account' && !isAccount(part.account ?? 0))
    return [bad(field('account'), 'Choose an account from the list.')]
  const planned = part.plan?.reduce((sum, one) => sum + cents(one.amount), 0) ?? null
  return planned !== null && planned > cents(part.amount)
    ? [bad(field('plan'), 'More is planned than there is money.')]
    : []
}

function isSaid(value: LinePart[keyof LinePart]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

const bad = (field: string, message: string): FieldError => ({
  field,
  code: 'bad_request',
  message,
})
