import { answeredNames, type InboundMail } from '#domain/messaging/inbound-mail.ts'
import { wordIn } from '#domain/messaging/mail-address.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { idInWord } from './mail-tokens.ts'

/** Whose a mail is; all null where nobody knows. */
export interface MailOwner {
  thread_id: number | null
  customer_id: number | null
  supplier_id: number | null
  partner_id: number | null
  /** The message it answers. */
  parent_id: number | null
}

const nobody: MailOwner = {
  thread_id: null,
  customer_id: null,
  supplier_id: null,
  partner_id: null,
  parent_id: null,
}

const PARTY = fragment`t.id as thread_id, t.customer_id, t.supplier_id, t.partner_id`

// What was written to an unknown address is answered where its words have gone since.
const BY_THREAD = sql<MailOwner, [id: number]>`
  select ${PARTY}, null::bigint as parent_id from threads k
    join threads t
      on t.id = case when k.last_id is null then coalesce(k.joined_id, k.id) else k.id end
  where k.id = $1`

const BY_MESSAGE = sql<MailOwner, [id: number]>`select ${PARTY}, m.id as parent_id
  from messages m join threads t on t.id = m.thread_id where m.id = $1`

const BY_NAME = sql<MailOwner, [rfc_id: string]>`select ${PARTY}, m.id as parent_id
  from messages m join threads t on t.id = m.thread_id where m.rfc_id = $1
  order by m.id desc limit 1`

interface AddressOwner {
  customer_id: number | null
  supplier_id: number | null
  partner_id: number | null
  is_remembered: boolean
}

const CUSTOMERS = fragment`select c.id from customers c where c.deleted_at is null and $1 in (
  lower(c.email), lower(c.email_other), lower(c.email_primary), lower(c.email_invoice),
  lower(c.email_authorised), lower(c.email_holder))
  -- Where bills go.
  union select c.id from customers c where c.deleted_at is null
    and c.invoice_recipients && array[$1]`

/** Every live record that an address stands on; what somebody said of it, before all. */
const BY_ADDRESS = sql<
  AddressOwner,
  [address: string]
>`select customer_id, supplier_id, partner_id, true as is_remembered
  from contactaddresses a where address = $1
    and not exists (select from customers c where c.id = a.customer_id and c.deleted_at is not null)
    and not exists (select from suppliers s where s.id = a.supplier_id and s.deleted_at is not null)
    and not exists (select from partners p where p.id = a.partner_id and p.deleted_at is not null)
  union select k.id, null, null, false from (${CUSTOMERS}) k
  union select null, s.id, null, false from suppliers s
    where s.deleted_at is null and lower(s.email) = $1
  union select null, null, p.id, false from partners p
    where p.deleted_at is null and $1 in (lower(p.email), lower(p.commission_email))`

export interface MatchedMail extends MailOwner {
  /** It answers us, from an address that nobody knew of them. */
  is_other_address: boolean
}

/** The first that fits: a word of ours in an address, a message it answers, whose address it is. */
export async function whoseMail(ctx: Context, conn: Conn, mail: InboundMail): Promise<MatchedMail> {
  const sender = await owners(conn, mail.from.address)
  const answered = (await byToken(ctx, conn, mail)) ?? (await byNames(ctx, conn, mail))
  if (answered) {
    const { customer_id, supplier_id, partner_id } = answered
    const isKnown = sender.some(
      (one) =>
        (one.customer_id !== null && one.customer_id === customer_id) ||
        (one.supplier_id !== null && one.supplier_id === supplier_id) ||
        (one.partner_id !== null && one.partner_id === partner_id),
    )
    const isParty = [customer_id, supplier_id, partner_id].some((id) => id !== null)
    return { ...answered, is_other_address: isParty && !isKnown }
  }
  const remembered = sender.filter(({ is_remembered }) => is_remembered)
  const meant = remembered.length > 0 ? remembered : sender
  for (const kind of ['customer_id', 'supplier_id', 'partner_id'] as const) {
    const ids = new Set(meant.flatMap((one) => one[kind] ?? []))
    if (ids.size > 1) break
    const [id] = ids
    if (id !== undefined) return { ...nobody, [kind]: id, is_other_address: false }
  }
  return { ...nobody, is_other_address: false }
}

const owners = (conn: Conn, address: string) =>
  address ? BY_ADDRESS.all(conn, address.toLowerCase()) : Promise.resolve([])

const isNobodys = ({ customer_id, supplier_id, partner_id }: MailOwner) =>
  customer_id === null && supplier_id === null && partner_id === null

async function byToken(ctx: Context, conn: Conn, mail: InboundMail) {
  const organisation_id = ctx.actor.organisation_id ?? 0
  for (const address of mail.recipients) {
    const id = idInWord(ctx.config.secrets.fields, 'thread', organisation_id, wordIn(address))
    const found = id === null ? undefined : await BY_THREAD.one(conn, id)
    if (!found) continue
    // The message it answers is found by its name, where mail programs kept it; it knows better
    // whose it is than the thread of an address that nobody knew then.
    const named = await byNames(ctx, conn, mail)
    return named && isNobodys(found) ? named : { ...found, parent_id: named?.parent_id ?? null }
  }
  return null
}

async function byNames(ctx: Context, conn: Conn, mail: InboundMail): Promise<MailOwner | null> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  for (const name of answeredNames(mail)) {
    const id = idInWord(ctx.config.secrets.fields, 'name', organisation_id, name)
    const found = id === null ? await BY_NAME.one(conn, name) : await BY_MESSAGE.one(conn, id)
    if (found) return found
  }
  return null
}
