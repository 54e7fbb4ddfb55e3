import { listCall } from '#domain/kit/verbs.ts'
import { bill } from './bill.ts'

/** The questions the office asks about bills every day. */
export const billListCalls = {
  toCheck: listCall(bill, '/bills/tocheck', {
    summary: 'Draft bills with something to look at before they are approved',
  }),
  due: listCall(bill, '/bills/due', { summary: 'Bills due at the supplier within a week' }),
  unpaid: listCall(bill, '/bills/unpaid', { summary: 'Bills that are still to be paid' }),
}
