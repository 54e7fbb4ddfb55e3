import type { ItemKey, MoneyKey } from '#domain/books/account.ts'

/** Where the tables keep which money it is. */
export interface PlaceColumns {
  invoicepayment_id: number | null
  credit_invoice_id: number | null
  credit_adjustment_id: number | null
}

/** Where the tables keep which item it is. */
export interface ItemColumns {
  invoice_id: number | null
  adjustment_id: number | null
}

export const invoiceItem = (id: number): ItemKey => `i${id}`
export const adjustmentItem = (id: number): ItemKey => `a${id}`
export const paymentMoney = (id: number): MoneyKey => `p${id}`
export const idOf = (key: ItemKey | MoneyKey) => Number(key.slice(1))
export const isAdjustment = (key: ItemKey | MoneyKey) => key.startsWith('a')

export function itemOf({ invoice_id, adjustment_id }: Partial<ItemColumns>): ItemKey {
  return adjustment_id ? adjustmentItem(adjustment_id) : invoiceItem(invoice_id ?? 0)
}

export function itemColumns(item: ItemKey): ItemColumns {
  const id = idOf(item)
  return isAdjustment(item)
    ? { invoice_id: null, adjustment_id: id }
    : { invoice_id: id, adjustment_id: null }
}

export function moneyOf(row: PlaceColumns): MoneyKey {
  if (row.invoicepayment_id !== null) return paymentMoney(row.invoicepayment_id)
  return itemOf({ invoice_id: row.credit_invoice_id, adjustment_id: row.credit_adjustment_id })
}

export function columnsOf(money: MoneyKey): PlaceColumns {
  const id = idOf(money)
  return {
    invoicepayment_id: money.startsWith('p') ? id : null,
    credit_invoice_id: money.startsWith('i') ? id : null,
    credit_adjustment_id: isAdjustment(money) ? id : null,
  }
}
