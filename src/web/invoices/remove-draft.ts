import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

/** Asks, deletes a draft, and offers the way back; true when it is gone. */
export async function removeDraft(row: Invoice, name: string): Promise<boolean> {
  const consequence = 'Its bill and charges are free for another invoice.'
  if (!(await askToDelete(name, consequence))) return false
  try {
    const answer = await send(invoiceCalls.remove, { id: row.id })
    toast(answer.message, { run: () => bringBack(row.id) })
    return true
  } catch (cause) {
    toastProblem(cause)
    return false
  } finally {
    await forgetMoney()
  }
}

// A deleted invoice comes back as what it was: a draft.
async function bringBack(id: number): Promise<void> {
  const answer = await send(invoiceActionCalls.draft, { id })
  await forgetMoney()
  toast(answer.message)
}
