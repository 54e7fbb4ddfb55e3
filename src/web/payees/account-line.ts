import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { PayeeAccount } from '#domain/payees/payee.ts'
import { accountWords } from '#domain/payees/payee-mail.ts'

/** An account in one line; what is masked stays so. */
export function accountLine({ name, number, swift }: PayeeAccount): string {
  const isWhole = number !== null && /^\d{16}$/.test(number)
  return accountWords({ name, number: isWhole ? formatBankAccount(number) : number, swift })
}
