import { accounts } from './postings.ts'

const { bank, customerCredit, commissionsPayable, suppliersMoney, unidentifiedMoney } = accounts
const alone: readonly number[] = [commissionsPayable, suppliersMoney, unidentifiedMoney]

/** Accounts that documents keep, item by item: nobody books on them by hand. */
export function isClosedAccount(account: number): boolean {
  return (account >= bank && account <= customerCredit) || alone.includes(account)
}
