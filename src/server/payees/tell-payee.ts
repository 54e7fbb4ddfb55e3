import { formatStamp } from '#domain/kit/calendar.ts'
import type { PayeeAccount, PayeeKind } from '#domain/payees/payee.ts'
import { type AccountNews, officeMail, payeeMail } from '#domain/payees/payee-mail.ts'
import { adminAddresses } from '#server/identity/admin-addresses.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cellsOf } from '#server/kit/rows/cell.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { maskedAccount, type Payee } from './payee-account.ts'

interface AccountChange {
  event: AccountNews['event']
  from: PayeeAccount
  to: PayeeAccount
  hold_until?: string | null
  reason?: string | null
  /** Who asked, where somebody else answers now. */
  asked_by?: number | null
  /** The addresses of the payee before the change. */
  contacts: readonly string[]
}

const BROKER = sql<{ name: string }, [organisation_id: number]>`
  select coalesce(trading_name, name) as name from organisations where id = $1`

const pages: Record<PayeeKind, string> = {
  organisation: '/app/website/edit',
  supplier: '/app/supplier/details?id=',
  partner: '/app/partner/details?id=',
  customer: '/app/customer/details?tab=direct-debit&id=',
}

/** Whoever may know better hears of it: the payee where it was known before, and the admins. */
export async function tellOfAccount(
  ctx: Context,
  conn: Conn,
  { kind, id, name, organisation_id }: Payee,
  { contacts, asked_by = null, hold_until = null, reason = null, ...told }: AccountChange,
): Promise<void> {
  const broker = (await BROKER.one(conn, organisation_id))?.name ?? ctx.config.appTitle
  const when = formatStamp(ctx.clock.now().toISOString())
  const [from, to] = [maskedAccount(told.from), maskedAccount(told.to)]
  const about = { event: told.event, broker, payee: name, by: ctx.actor.name, when, from, to }
  const news: AccountNews = { ...about, reason, hold_until }
  const key = `${kind} ${id} ${ctx.request.id}`
  const office = await adminAddresses(conn, organisation_id, asked_by)
  const link = addressOf(ctx.config, `${pages[kind]}${kind === 'organisation' ? '' : id}`)
  const forOffice = officeMail({ ...news, link, isOurs: kind === 'organisation' })
  for (const email of office)
    await queueMessage(ctx, conn, {
      kind: 'account_change',
      to: email,
      key: `payee office ${key} ${email}`,
      ...forOffice,
    })
  // Our own address is read by our own people.
  const forPayee = kind === 'organisation' ? forOffice : payeeMail(news)
  const known = new Set(office.map((email) => email.toLowerCase()))
  for (const email of contacts.filter((one) => !known.has(one.toLowerCase())))
    await queueMessage(ctx, conn, {
      kind: 'account_change',
      ...(kind === 'customer' ? { customer_id: id } : {}),
      ...(kind === 'supplier' ? { supplier_id: id } : {}),
      to: email,
      key: `payee ${key} ${email}`,
      ...forPayee,
    })
}

const EARLIER = sql<{ email: string }, [kind: PayeeKind, id: number, since: Date]>`
  select distinct changes -> 'email' ->> 0 as email from history
  where object_class = $1 and object_id = $2 and created_at > $3
    and changes -> 'email' ->> 0 is not null`

const EARLIER_MS = 30 * 24 * 3_600_000

/**
 * Where a payee was written to before. An address that was itself changed of late may be that of
 * whoever changes the account: the one before it is told, too.
 */
export async function contactsBefore(
  ctx: Context,
  conn: Conn,
  { kind, id }: Payee,
  row: object,
): Promise<string[]> {
  const since = new Date(ctx.clock.now().getTime() - EARLIER_MS)
  const earlier = (await EARLIER.all(conn, kind, id, since)).map(({ email }) => email)
  const { email, email_primary, email_invoice } = cellsOf(row)
  const now = email ?? email_primary ?? email_invoice
  return [...new Set([...(now ? [String(now)] : []), ...earlier])]
}
