import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { badField, Problem } from '#domain/kit/problem.ts'

/** The one account a file is about; files of several are refused, for lines must not mix. */
export function oneAccount(accounts: readonly (string | null)[]): string | null {
  const different = new Set(accounts.filter((account) => account !== null))
  if (different.size > 1)
    throw new Problem('badRequest', {
      message: 'This file holds lines of several accounts. Export one account at a time.',
    })
  return [...different][0] ?? null
}

export function refuseCurrency(currency: string | null): void {
  if (currency === null || currency.toUpperCase() === 'NZD') return
  throw new Problem('badRequest', {
    message: `This file is in ${currency.slice(0, 10)}. Only New Zealand dollars can be taken in.`,
  })
}

export interface OwnAccount {
  id: number
  /** Sixteen digits. */
  bank_account_number: string
}

/** Which of our accounts a file belongs to: the one it names, which must be the chosen one. */
export function accountOfFile(
  account: string | null,
  own: readonly OwnAccount[],
  chosen: number | null,
): number {
  if (account === null) {
    if (chosen !== null) return chosen
    throw badField('bankaccount_id', 'This file does not say whose it is. Choose the account.')
  }
  const ours = own.find(({ bank_account_number }) => bank_account_number === account)
  if (ours && (chosen === null || chosen === ours.id)) return ours.id
  throw badField('bankaccount_id', `This file belongs to ${formatBankAccount(account)}.`)
}
