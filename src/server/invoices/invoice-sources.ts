import { customer } from '#domain/customers/customer.ts'
import { correctionValues } from '#domain/invoices/correction-mail.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceValues, newDatesValues, reminderValues } from '#domain/invoices/invoice-mail.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { answerValues } from '#domain/messaging/answer-mail.ts'
import type { templateContexts } from '#domain/messaging/template/standards.ts'
import type { MergeValues, ValuesOf } from '#domain/messaging/template/template-context.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { TemplateSource, TemplateSources } from '#server/messaging/template/template-source.ts'
import { changeTold } from './change-of.ts'
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

interface CustomerFacts {
  name: string
  customer_number: string | null
  email: string | null
  phone: string | null
  address: string
  balance_total: string
}

const CUSTOMER = sql<CustomerFacts, [id: number]>`
  select coalesce(name_business, name) as name, customer_number, phone,
    coalesce(email_primary, email) as email,
    concat_ws(', ', street, suburb, nullif(concat_ws(' ', city, postcode), '')) as address,
    coalesce(balance_total, 0)::text as balance_total
  from customers where id = $1`

const OPEN = sql<{ number: string; due_date: string; balance: string }, [customer_id: number]>`
  select number, due_date, balance::text from (${OPEN_ITEMS}) i
  where customer_id = $1 order by due_date, number limit 501`

async function customerValues(
  _ctx: Context,
  conn: Conn,
  id: number,
): Promise<ValuesOf<(typeof templateContexts)['customer']>> {
  const [found, open] = await Promise.all([CUSTOMER.one(conn, id), OPEN.all(conn, id)])
  if (!found) throw new Error(`Customer ${id} is gone.`)
  return {
    fields: {
      customer_name: found.name,
      customer_number: found.customer_number,
      customer_email: found.email,
      customer_phone: found.phone && formatPhone(found.phone),
      customer_address: found.address,
      balance_total: `$${formatMoney(found.balance_total)}`,
    },
    rows: open.map(({ number, due_date, balance }) => ({
      open_number: number,
      open_due_date: formatDayShort(due_date),
      open_balance: `$${formatMoney(balance)}`,
    })),
  }
}

/** How invoices and their customers are printed by templates. */
export const invoiceSources: TemplateSources = {
  customer: { entity: customer, load: customerValues },
  invoice: ofInvoice(async (facts, conn) =>
    invoiceValues({ facts, link, why_changed: await changeTold(conn, facts.invoice.id) }),
  ),
  reminder: ofInvoice(async (facts, conn) => {
    const late_fee = await feeToAnnounce(conn, facts.invoice.id)
    return reminderValues({ facts, link, late_fee, place: 1 })
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
