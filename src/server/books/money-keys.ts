import type { ItemKey, MoneyKey } from '#domain/books/account.ts'

/** Where the tables keep which money it is. */
export interface PlaceColumns {
  invoicepayment_id: number | null
  credit_invoice_id: number | null
}

export const invoiceItem = (id: number): ItemKey => `i${id}`
export const paymentMoney = (id: number): MoneyKey => `p${id}`
export const idOf = (key: ItemKey | MoneyKey) => Number(key.slice(1))

export function moneyOf({ invoicepayment_id, credit_invoice_id }: PlaceColumns): MoneyKey {
  return invoicepayment_id === null ? `i${credit_invoice_id ?? 0}` : `p${invoicepayment_id}`
}

export function columnsOf(money: MoneyKey): PlaceColumns {
  const id = idOf(money)
  return money.startsWith('p')
    ? { invoicepayment_id: id, credit_invoice_id: null }
    : { invoicepayment_id: null, credit_invoice_id: id }
}
