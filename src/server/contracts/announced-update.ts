import type { NoticeLine, RateNotice } from '#domain/contracts/rate-notice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { quote } from '#server/kit/rows/column.ts'
import { type RateSide, sellSide } from './rate-side.ts'

/** A change of rates with all that is told of it, and how its customer is reached. */
export interface AnnouncedUpdate {
  id: number
  version: number
  valid_from_date: string
  reason: string | null
  lines: NoticeLine[]
  notice_sent_at: string | null
  deleted_at: string | null
  contract_id: number
  contract_number: string
  connections: string[]
  customer_id: number
  customer: string
  customer_type: string | null
  /** Split billing: the supplier's charges are passed on, so that its rates are the customer's. */
  simple_invoicing: boolean
  receive_sms_reminders: boolean
  supplier: string | null
  broker: string
  email: string | null
  is_opted_out: boolean
}

/** What is told of some changes. Nobody else changes them until it is, but where it is a look. */
export function announcedUpdates(
  conn: Conn,
  side: RateSide,
  ids: readonly number[],
  { isLook = false }: { isLook?: boolean } = {},
): Promise<AnnouncedUpdate[]> {
  return conn.query<AnnouncedUpdate>(updatesSql(side, isLook ? '' : 'for update of u'), [ids])
}

/** An update with all that its notice says. */
export async function announcedUpdate(conn: Conn, id: number): Promise<AnnouncedUpdate> {
  const [found] = await announcedUpdates(conn, sellSide, [id], { isLook: true })
  if (!found) throw new Error(`Rate update ${id} is gone.`)
  return found
}

export function noticeOf(side: RateSide, update: AnnouncedUpdate): RateNotice {
  const { broker, customer, supplier, contract_number, connections } = update
  const { valid_from_date, reason, lines } = update
  return {
    side: side === sellSide ? 'sell' : 'buy',
    broker,
    customer,
    supplier,
    contract_number,
    connections,
    valid_from_date,
    reason,
    lines,
  }
}

function updatesSql(side: RateSide, held: string): string {
  return `select u.id, u.version, u.valid_from_date, u.reason, u.rates as lines, u.notice_sent_at, u.deleted_at,
      k.id as contract_id, k.contract_number, k.connections, c.id as customer_id,
      c.name as customer, c.customer_type, c.simple_invoicing, c.receive_sms_reminders,
      s.name as supplier, o.name as broker, e.email,
      exists (select from messageblacklists b where lower(b.contact) = e.email
        and b.type in ('email', 'all') and b.blocks = 'everything' and b.deleted_at is null) as is_opted_out
    from ${quote(side.update.plural)} u
    join contracts k on k.id = u.contract_id
    join customers c on c.id = k.customer_id
    join organisations o on o.id = u.organisation_id
    left join suppliers s on s.id = k.supplier_id
    left join lateral (select lower(coalesce(c.email_invoice, c.email_primary, c.email)) as email) e
      on true
    where u.id = any($1) order by u.id ${held}`
}
