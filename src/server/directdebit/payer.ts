import { customer } from '#domain/customers/customer.ts'
import type { DirectDebit, Payer } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

interface PayingCustomer {
  id: number
  name: string
  name_business: string | null
  email: string | null
  phone: string | null
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  gocardless_customer_id: string | null
}

const CUSTOMER = sql<PayingCustomer, [id: number]>`
  select id, name, name_business, coalesce(email_invoice, email_primary, email) as email,
    coalesce(phone_mobile, phone, phone_primary) as phone, street,
    suburb, city, postcode, gocardless_customer_id from customers where id = $1`

/** A customer as the provider needs to know them, and its name for them where it has one. */
export async function payerOf(
  ctx: Context,
  conn: Conn,
  customer_id: number,
): Promise<{ payer: Payer; payer_id: string | null }> {
  const found = await CUSTOMER.one(conn, customer_id)
  if (!found) throw new Error(`Customer ${customer_id} is gone.`)
  const { id, name, name_business, gocardless_customer_id: sealed, ...rest } = found
  const words = name.trim().split(/\s+/)
  const isPerson = name_business === null && words.length > 1
  const payer: Payer = {
    company_name: isPerson ? null : (name_business ?? name),
    given_name: isPerson ? words.slice(0, -1).join(' ') : null,
    family_name: isPerson ? (words.at(-1) ?? null) : null,
    ...rest,
    our_id: `${id}`,
  }
  return { payer, payer_id: sealed === null ? null : unseal(ctx.config.secrets.fields, sealed) }
}

/** The provider's name for a customer; they are made known to it the first time. */
export async function knownPayer(
  ctx: Context,
  provider: DirectDebit,
  customer_id: number,
  key: string,
): Promise<string> {
  const { payer, payer_id } = await ctx.database.read(scopeOf(ctx), (conn) =>
    payerOf(ctx, conn, customer_id),
  )
  if (payer_id !== null) return payer_id
  const { id } = await provider.makePayer({ ...payer, key: `${key}-payer` })
  await ctx.database.write(scopeOf(ctx), (conn) => keepPayer(ctx, conn, customer_id, id))
  return id
}

/** Keeps the provider's name for a customer. */
export async function keepPayer(
  ctx: Context,
  conn: Conn,
  customer_id: number,
  gocardless_customer_id: string,
): Promise<void> {
  const told = { action: 'direct_debit', changes: {} }
  await updateRow(ctx, conn, customer, customer_id, { gocardless_customer_id }, told)
}
