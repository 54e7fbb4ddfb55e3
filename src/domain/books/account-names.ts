import { isClosedAccount } from './closed-accounts.ts'
import { accounts } from './postings.ts'

const words: Record<keyof typeof accounts, string> = {
  bank: 'Bank',
  debitsUnderWay: 'Direct debits under way',
  transfersHalfSeen: 'Transfers half seen',
  receivables: 'Owed by customers',
  discountAtStake: 'Discount at stake',
  supplierCredit: 'Credit with suppliers',
  payables: 'Owed to suppliers',
  customerCredit: 'Customers’ credit',
  gst: 'GST on sales',
  gstOnPurchases: 'GST on purchases',
  taxOnInterest: 'Tax withheld from our interest',
  commissionsPayable: 'Commissions to pay',
  withheldFromPartners: 'Withheld from partners',
  suppliersMoney: 'Suppliers’ money',
  unidentifiedMoney: 'Bank money not identified',
  openingBalances: 'Opening balances',
  energyIncome: 'Energy income',
  otherIncome: 'Other income',
  serviceFees: 'Service fees',
  lateFees: 'Late payment fees',
  supplierDiscountKept: 'Supplier’s discount kept',
  interest: 'Interest',
  energyCost: 'Energy cost',
  supplierDiscountLost: 'Supplier’s discount lost',
  supplierDifferences: 'Differences with suppliers',
  writtenOff: 'Written off',
  commissions: 'Commissions',
  providerFees: 'Payment provider’s fees',
  bankFees: 'Bank fees',
}

// Both tables have the same keys, which the type above makes sure of.
const known = Object.entries(accounts) as [keyof typeof accounts, number][]

const choices = known.map(([key, number]) => ({
  value: String(number),
  label: `${number} ${words[key]}`,
}))

/** The accounts that somebody may book on by hand. */
export const accountChoices = choices.filter(({ value }) => !isClosedAccount(Number(value)))

/** 1100 Owed by customers. Each account at a bank has a number of its own after the first. */
export function accountText(number: number): string {
  const known = choices.find((one) => one.value === String(number))
  return known?.label ?? (isBankAccount(number) ? `${number} ${words.bank}` : String(number))
}

/** Whether the books have such an account. */
export function isAccount(number: number): boolean {
  return choices.some((one) => one.value === String(number))
}

const isBankAccount = (number: number) => number > accounts.bank && number <= accounts.bank + 9
