import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { ROW_LIMIT } from '#domain/messaging/template/render-template.ts'
import type { templateContexts } from '#domain/messaging/template/standards.ts'
import type { ValuesOf } from '#domain/messaging/template/template-context.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { LetterValues, PrintedParts } from '#server/messaging/bulk/letter-values.ts'
import { sendBulkOn } from '#server/messaging/bulk/send-bulk-job.ts'
import { tendBulksOn } from '#server/messaging/bulk/tend-bulks-job.ts'

interface CustomerFacts {
  id: number
  name: string
  customer_number: string | null
  email: string | null
  phone: string | null
  address: string
  balance_total: string
}

const CUSTOMERS = sql<CustomerFacts, [ids: readonly number[]]>`
  select id, coalesce(name_business, name) as name, customer_number, phone,
    coalesce(email_primary, email) as email,
    concat_ws(', ', street, suburb, nullif(concat_ws(' ', city, postcode), '')) as address,
    coalesce(balance_total, 0)::text as balance_total
  from customers where id = any($1)`

interface OpenItem {
  customer_id: number
  number: string
  due_date: string
  balance: string
}

const OPEN = sql<OpenItem, [ids: readonly number[]]>`
  select customer_id, number, due_date, balance::text from (
    select i.*, row_number() over (partition by customer_id order by due_date, number) as place
    from (${OPEN_ITEMS}) i where customer_id = any($1)) p
  where place <= ${ROW_LIMIT} + 1 order by customer_id, place`

type CustomerValues = ValuesOf<(typeof templateContexts)['customer']>

/** What letters to customers may print: the customer, and what is open on the account. */
export const customerLetters: LetterValues = async (conn, ids, { rows: isRowsPrinted, fields }) => {
  const [found, open] = await Promise.all([
    CUSTOMERS.all(conn, ids),
    isRowsPrinted ? OPEN.all(conn, ids) : [],
  ])
  const rows = Map.groupBy(open, ({ customer_id }) => customer_id)
  return new Map(found.map((one) => [one.id, valuesOf(one, rows.get(one.id) ?? [], fields)]))
}

function valuesOf(
  found: CustomerFacts,
  open: readonly OpenItem[],
  printed: PrintedParts['fields'],
): CustomerValues {
  // Putting numbers into groups takes longer than all the rest.
  const isPhonePrinted = printed?.has('customer_phone') ?? true
  return {
    fields: {
      customer_name: found.name,
      customer_number: found.customer_number,
      customer_email: found.email,
      customer_phone: found.phone && isPhonePrinted ? formatPhone(found.phone) : found.phone,
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

/** Messages to many print what customers are printed with everywhere. */
export const sendBulk = sendBulkOn(customerLetters)
export const tendBulks = tendBulksOn(sendBulk)
