import { queryClient } from '#web/kit/session/query.ts'

const stale = ['invoices', 'invoice', 'bills', 'bill', 'allocations', 'transactions', 'transaction']
const money = ['invoicepayments', 'invoicepayment', 'billpayments', 'billpayment']
const items = ['adjustments', 'adjustment']
const owners = ['customers', 'customer', 'contract', 'contracts', 'charges', 'ledger', 'standing']

/** After anything about money changed, everything that shows some of it is asked for again. */
export async function forgetMoney(): Promise<void> {
  const names = [...stale, ...money, ...items, ...owners]
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
