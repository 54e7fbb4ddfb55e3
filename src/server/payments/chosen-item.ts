import type { ItemKey } from '#domain/books/account.ts'
import { badField } from '#domain/kit/problem.ts'
import { itemOf } from '#server/books/money-keys.ts'

/** What somebody chose for some money: an invoice or an adjustment. */
export interface ChosenItem {
  invoice_id?: number | undefined
  adjustment_id?: number | undefined
}

export function chosenItem({ invoice_id, adjustment_id }: ChosenItem): ItemKey {
  if ((invoice_id === undefined) === (adjustment_id === undefined))
    throw badField('invoice_id', 'Choose an invoice or an adjustment.')
  return itemOf({ invoice_id: invoice_id ?? null, adjustment_id: adjustment_id ?? null })
}

/** The field that a refusal is about. */
export const fieldOf = ({ adjustment_id }: ChosenItem) =>
  adjustment_id === undefined ? 'invoice_id' : 'adjustment_id'
