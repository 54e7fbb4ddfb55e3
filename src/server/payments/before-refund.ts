import type { Account, MoneyKey } from '#domain/books/account.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'

/** The row says already what is left of some money: what goes back is taken off what there was. */
export function beforeRefund(account: Account, key: MoneyKey, amount: Cents): Account {
  const money = account.money.map((one) =>
    one.key === key ? { ...one, amount: wholeCents(one.amount + amount) } : one,
  )
  return { ...account, money }
}
