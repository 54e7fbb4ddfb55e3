// New Zealand bank account numbers: bank (2), branch (4), account (7) and suffix (2 or 3 digits),
// stored as sixteen digits and checked with the weights Inland Revenue publishes.

import { BANKS, type Bank } from './bank-branches.ts'

export interface BankAccountProblem {
  error: 'short' | 'shape' | 'bank' | 'checksum' | null
  warning: 'branch' | null
}

interface Checksum {
  /** One weight for each of bank (2), branch (4), base (8) and suffix (4). */
  weights: readonly number[]
  modulus: number
  /** Products above nine count with the sum of their digits. */
  folded: boolean
}

const ACCOUNT_LENGTH = 16
const MAX_BASES_TRIED = 1000
const SEPARATORS = /[\s\-.\u2010-\u2015\u2212\uff0d]+/g

const CHECKSUMS = {
  A: checksum('0 0  6 3 7 9  0 0 10 5 8 4 2 1  0 0 0 0', 11),
  B: checksum('0 0  0 0 0 0  0 0 10 5 8 4 2 1  0 0 0 0', 11),
  D: checksum('0 0  0 0 0 0  0 7 6 5 4 3 2 1  0 0 0 0', 11),
  E: checksum('0 0  0 0 0 0  0 0 0 0 5 4 3 2  0 0 0 1', 11, 'folded'),
  F: checksum('0 0  0 0 0 0  0 1 7 3 1 7 3 1  0 0 0 0', 10),
  G: checksum('0 0  0 0 0 0  0 1 3 7 1 3 7 1  0 3 7 1', 10, 'folded'),
  X: checksum('0 0  0 0 0 0  0 0 0 0 0 0 0 0  0 0 0 0', 1),
}

/** Gives the sixteen digits to store; what cannot be read comes back for bankAccountProblem. */
export function normaliseBankAccount(input: string): string {
  const parts = input.replace(SEPARATORS, ' ').trim().split(' ')
  const digits = parts.join('')
  if (!/^\d*$/.test(digits)) return parts.join('-')
  if (parts.length === 4 && parts[0]?.length === 2) return fromParts(parts)
  // A suffix of two digits is the same as one of three with a leading zero.
  return digits.length === 15 ? `${digits.slice(0, 13)}0${digits.slice(13)}` : digits
}

/** An unknown bank or a failing checksum refuses the number; an unknown branch only warns. */
export function bankAccountProblem(normalised: string): BankAccountProblem {
  const digits = normalised.replaceAll('-', '')
  if (!/^\d*$/.test(digits)) return { error: 'shape', warning: null }
  if (digits.length < ACCOUNT_LENGTH) return { error: 'short', warning: null }
  if (normalised.length !== ACCOUNT_LENGTH) return { error: 'shape', warning: null }
  const bank = BANKS[normalised.slice(0, 2)]
  if (bank === undefined) return { error: 'bank', warning: null }
  const branch = Number(normalised.slice(2, 6))
  const isKnown = bank.branches.some(([first, last]) => branch >= first && branch <= last)
  return {
    error: passes(normalised, checksumOf(bank, normalised)) ? null : 'checksum',
    warning: isKnown ? null : 'branch',
  }
}

/** Shows the number as banks print it: a suffix below 100 with two digits. */
export function formatBankAccount(normalised: string): string {
  const parts = /^(\d{2})(\d{4})(\d{7})0?(\d{2,3})$/.exec(normalised)
  return parts === null ? normalised : parts.slice(1).join('-')
}

/** The name of the bank, or null where nobody uses its number. */
export function bankName(number: string): string | null {
  return BANKS[number.trim().slice(0, 2)]?.name ?? null
}

/** Builds a valid number; an account that has no check digit gives way to the next one. */
export function makeBankAccount(bankCode: string, branch: string, base6 = 12_345): string {
  for (let base = base6 * 10; base < (base6 + MAX_BASES_TRIED) * 10; base += 1) {
    const number = `${bankCode}${branch.padStart(4, '0')}${String(base).padStart(7, '0')}000`
    if (bankAccountProblem(number).error === null) return number
  }
  throw new RangeError(`No account number can be made for bank ${bankCode}, branch ${branch}.`)
}

function fromParts(parts: readonly string[]): string {
  const [bank = '', branch = '', base = '', suffix = ''] = parts
  // Inland Revenue's own files have room for eight digits of account and four of suffix.
  const number = [
    bank,
    branch.padStart(4, '0'),
    base.replace(/^0(?=\d{7}$)/, ''),
    suffix.length === 2 ? `0${suffix}` : suffix.replace(/^0(?=\d{3}$)/, ''),
  ]
  const isRight = [2, 4, 7, 3].every((length, at) => number[at]?.length === length)
  // A digit that is missing inside a part must not be hidden by the length of the whole.
  return isRight ? number.join('') : parts.join('-')
}

function checksumOf(bank: Bank, digits: string): Checksum {
  if (bank.algorithm !== 'A or B') return CHECKSUMS[bank.algorithm]
  return Number(digits.slice(6, 13)) < 990_000 ? CHECKSUMS.A : CHECKSUMS.B
}

function passes(digits: string, { weights, modulus, folded }: Checksum): boolean {
  const padded = `${digits.slice(0, 6)}0${digits.slice(6, 13)}0${digits.slice(13)}`
  let sum = 0
  for (const [at, weight] of weights.entries()) {
    const product = weight * Number(padded[at])
    // Adding the digits again and again is the remainder by nine, with nine for zero.
    sum += folded && product > 9 ? ((product - 1) % 9) + 1 : product
  }
  return sum % modulus === 0
}

function checksum(weights: string, modulus: number, folding?: 'folded'): Checksum {
  return { weights: weights.split(/ +/).map(Number), modulus, folded: folding === 'folded' }
}
