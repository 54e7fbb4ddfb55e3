import { customer } from '#domain/customers/customer.ts'
import { correctionValues } from '#domain/invoices/correction-mail.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceValues, newDatesValues, reminderValues } from '#domain/invoices/invoice-mail.ts'
import { answerValues } from '#domain/messaging/answer-mail.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import { stepByHandOf } from '#server/books/reminder-job.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { TemplateSource, TemplateSources } from '#server/messaging/template/template-source.ts'
import { changeTold } from './change-of.ts'
import { customerLetters } from './customer-letters.ts'
import { type FoundInvoice, invoiceFacts } from './invoice-facts.ts'
import { feeToAnnounce } from './remind-invoice.ts'
import { wholeCorrection } from './tell-correction.ts'

/** A link is made for one reader: whoever prints a preview puts what it looks like. */
const link = ''

const ofInvoice = (
  valuesOf: (facts: FoundInvoice, conn: Conn) => MergeValues | Promise<MergeValues>,
): TemplateSource => ({
  entity: invoice,
  load: async (_ctx, conn, id) => valuesOf(await invoiceFacts(conn, id), conn),
})

async function customerValues(_ctx: Context, conn: Conn, id: number): Promise<MergeValues> {
  const found = (await customerLetters(conn, [id], { rows: true })).get(id)
  if (!found) throw new Error(`Customer ${id} is gone.`)
  return found
}

/** How invoices and their customers are printed by templates. */
export const invoiceSources: TemplateSources = {
  customer: { entity: customer, load: customerValues },
  invoice: ofInvoice(async (facts, conn) =>
    invoiceValues({ facts, link, why_changed: await changeTold(conn, facts.invoice.id) }),
  ),
  reminder: ofInvoice(async (facts, conn) => {
    const { tells_fee, place } = await stepByHandOf(conn, facts.invoice.customer_id)
    const late_fee = tells_fee ? await feeToAnnounce(conn, facts.invoice.id) : null
    return reminderValues({ facts, link, late_fee, place })
  }),
  new_dates: ofInvoice((facts) =>
    newDatesValues({ facts, link, isDiscountOpen: facts.invoice.ppd_state === 'open' }),
  ),
  correction: ofInvoice((facts) =>
    correctionValues(facts, wholeCorrection(facts.invoice, 'cancelled')),
  ),
  answer: ofInvoice(({ organisation, customer: reader, invoice: { invoice_number } }) =>
    answerValues({
      broker: organisation.trading_name ?? organisation.name,
      customer: reader.name,
      invoice_number,
      answers: ['This is where your answer stands.'],
      link,
    }),
  ),
}
