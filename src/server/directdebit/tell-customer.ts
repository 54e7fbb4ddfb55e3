import { type DebitFields, type DebitKey, debitSms } from '#domain/directdebit/debit-sms.ts'
import type { Mandate } from '#domain/directdebit/mandate.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { OPTED_OUT, RECIPIENTS } from '#server/books/recipients.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { textCustomer } from '#server/messaging/sms/text-customer.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

interface ToldCustomer {
  customer_name: string
  broker_name: string
  account_ending: string | null
  recipients: string[]
  opted_out: string[]
  debits_frozen_reason: string | null
}

const CUSTOMER = sql<ToldCustomer, [customer_id: number]>`
  select coalesce(c.name_business, c.name) as customer_name,
    coalesce(o.trading_name, o.name) as broker_name, c.debits_frozen_reason, e.recipients, ${OPTED_OUT} as opted_out,
    (select m.account_ending from mandates m where m.customer_id = c.id and m.deleted_at is null
      order by m.is_current desc, m.id desc limit 1) as account_ending
  from customers c join organisations o on o.id = c.organisation_id
  left join ${RECIPIENTS} on true where c.id = $1`

const nothing = {
  amount: null,
  charge_date: null,
  invoice_number: null,
  reason: null,
  retry_date: null,
  link: null,
  valid_until: null,
  is_collected_later: false,
  has_invoice: false,
}

interface DebitLetter {
  template: DebitKey
  customer_id: number
  invoice_id?: number | null | undefined
  /** The debit it is about; none where it is about the authority. */
  record_id?: number | undefined
  key: string
  fields: Partial<DebitFields>
  /** Where it goes, if not to whom the invoices go. */
  to?: string | undefined
}

const valuesOf = (who: ToldCustomer, fields: Partial<DebitFields>) => ({
  fields: {
    broker_name: who.broker_name,
    customer_name: who.customer_name,
    account: who.account_ending && `••${who.account_ending}`,
    ...nothing,
    ...fields,
  },
  rows: [],
})

/** What letters about a debit print of it and of its customer. */
export async function debitValues(conn: Conn, row: InvoicePayment) {
  const who = await CUSTOMER.one(conn, row.customer_id)
  if (!who) throw new Error(`Debit ${row.id} has no customer.`)
  return valuesOf(who, aboutDebit(row).fields)
}

const keyOf = (key: string) => `direct debit ${key}`
const plannedKey = (id: number) => `planned ${id}`
const changedKey = (id: number) => `changed ${id}`

/** How the keys of the letters begin that announce a debit. */
export const announcedBy = (id: number): [planned: string, changed: string] => [
  keyOf(plannedKey(id)),
  keyOf(changedKey(id)),
]

/** Says something about direct debit. It is about the account: unsubscribing does not stop it. */
async function tell(ctx: Context, conn: Conn, telling: DebitLetter): Promise<void> {
  const { customer_id, template, fields, key, invoice_id, to } = telling
  const who = await CUSTOMER.one(conn, customer_id)
  // A manager finds out whom to write to.
  if (!who || who.debits_frozen_reason === DECEASED) return
  const open = (who.recipients ?? []).filter((one) => !who.opted_out.includes(one.toLowerCase()))
  const addresses = to ? [to] : open
  const values = valuesOf(who, fields)
  if (addresses.length === 0) {
    const words = debitSms(template, values.fields)
    const told = { kind: 'direct_debit', customer_id, invoice_id, text: words } as const
    const noText = await textCustomer(ctx, conn, { ...told, key: keyOf(key) })
    return noText === null ? undefined : askToCall(ctx, conn, telling, who)
  }
  for (const address of addresses)
    await queueLetter(ctx, conn, {
      template,
      values,
      record_id: telling.record_id ?? null,
      customer_id,
      invoice_id,
      to: address,
      key: `${keyOf(key)} ${address}`,
    })
}

/** They can be reached in no way: somebody calls. */
async function askToCall(ctx: Context, conn: Conn, telling: DebitLetter, who: ToldCustomer) {
  const { customer_id, key } = telling
  await raiseTask(ctx, conn, {
    cause: `tell of direct debit ${key}`,
    subject: `${who.customer_name} has to be told about their direct debit`,
    text_plain: [
      'There is no address that an email could go to, and no mobile phone to text. Call them, or ' +
        'write a letter.',
      `/app/customer/details?tab=direct-debit&id=${customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'user',
    reference_object: 'customer',
    reference_id: customer_id,
  })
}

const aboutDebit = (row: InvoicePayment) => ({
  customer_id: row.customer_id,
  invoice_id: row.invoice_id,
  record_id: row.id,
  fields: {
    amount: `$${formatMoney(row.amount_incl_gst)}`,
    charge_date: formatDayShort(row.charge_date ?? row.payment_date),
    invoice_number: row.invoice_id === null ? null : row.reference,
    has_invoice: row.invoice_id !== null,
  },
})

const LINK_DAYS = 14

export async function tellInvited(
  ctx: Context,
  conn: Conn,
  {
    customer_id,
    id,
    email,
    link,
  }: { customer_id: number; id: number; email: string; link: string },
): Promise<void> {
  const until = Temporal.PlainDate.from(todayOf(ctx)).add({ days: LINK_DAYS }).toString()
  const fields = { link, valid_until: formatDayShort(until) }
  await tell(ctx, conn, {
    template: 'debit_invitation',
    customer_id,
    key: `invitation ${id}`,
    fields,
    to: email,
  })
}

export const tellSetUp = (ctx: Context, conn: Conn, { id, customer_id, version }: Mandate) =>
  tell(ctx, conn, {
    template: 'debit_setup',
    customer_id,
    key: `set up ${id} ${version}`,
    fields: {},
  })

/** A debit that no invoice announces. */
export const tellPlanned = (ctx: Context, conn: Conn, row: InvoicePayment) =>
  tell(ctx, conn, { template: 'debit_planned', key: plannedKey(row.id), ...aboutDebit(row) })

/** The invoice says it; where the provider sends no notice, one of ours does as well. */
export async function tellWithInvoice(ctx: Context, conn: Conn, row: InvoicePayment) {
  if ((await settingOf(conn, 'dd_notices')) === 'ours') await tellPlanned(ctx, conn, row)
}

export const tellChanged = (ctx: Context, conn: Conn, row: InvoicePayment) =>
  tell(ctx, conn, { template: 'debit_changed', key: changedKey(row.id), ...aboutDebit(row) })

export function tellNotHonoured(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  { why, retried }: { why: string; retried: InvoicePayment | null },
) {
  const { fields, ...about } = aboutDebit(row)
  return tell(ctx, conn, {
    template: 'debit_failed',
    key: `failed ${row.id} ${row.version}`,
    ...about,
    fields: {
      ...fields,
      reason: why,
      retry_date: retried?.charge_date ? formatDayShort(retried.charge_date) : null,
      is_collected_later: retried !== null,
    },
  })
}

/** A debit that was announced and does not come. */
export const tellCancelled = (ctx: Context, conn: Conn, row: InvoicePayment) =>
  tell(ctx, conn, {
    template: 'debit_cancelled',
    key: `cancelled ${row.id}`,
    ...aboutDebit(row),
  })

export const tellMandateEnded = (ctx: Context, conn: Conn, row: Mandate) =>
  tell(ctx, conn, {
    template: 'debit_cancelled',
    customer_id: row.customer_id,
    key: `ended ${row.id} ${row.version}`,
    fields: {
      reason:
        row.ended_by === 'bank'
          ? 'Your bank has ended the authority. A new one needs a paper form: please talk to us.'
          : 'The authority has ended, and nothing is collected any more.',
    },
  })
