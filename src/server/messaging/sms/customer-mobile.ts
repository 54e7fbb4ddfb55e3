import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { mobileNumber } from './mobile-number.ts'

const NUMBERS = sql<{ numbers: string[] }, [customer_id: number]>`
  select array_remove(array[phone_mobile, phone_primary, phone, phone_other, phone_work,
    phone_home], null) as numbers
  from customers where id = $1 and deleted_at is null`

/** Where a customer's text messages go: the first of their numbers that is a mobile phone's. */
export async function customerNumbers(
  conn: Conn,
  customer_id: number,
): Promise<{ mobile: string | null } | null> {
  const row = await NUMBERS.one(conn, customer_id)
  if (!row) return null
  const mobile = row.numbers.find(
    (number) => 'e164' in mobileNumber(number, { isAbroadAllowed: true }),
  )
  return { mobile: mobile ?? null }
}

const OWNERS = sql<{ id: number }, [number: string]>`select id from customers
  where deleted_at is null and $1 in (phone, phone_mobile, phone_primary, phone_other, phone_work,
    phone_home, phone_invoice, phone_authorised, phone_holder) order by id limit 50`

/** Whom a number belongs to; all null where nobody knows. */
export interface PhoneOwner {
  customer_id: number | null
  supplier_id: number | null
  partner_id: number | null
}

const nobody: PhoneOwner = { customer_id: null, supplier_id: null, partner_id: null }

const LAST_WRITTEN = sql<PhoneOwner, [number: string, now: Date]>`
  select customer_id, supplier_id, partner_id from messages where recipient = $1 and direction = 'out' and type = 'sms'
    and created_at > $2::timestamptz - interval '30 days' order by id desc limit 1`

// What somebody said of a number, when it was nobody's.
const REMEMBERED = sql<PhoneOwner, [number: string]>`
  select a.customer_id, a.supplier_id, a.partner_id from contactaddresses a
  left join customers c on c.id = a.customer_id left join suppliers s on s.id = a.supplier_id
  left join partners p on p.id = a.partner_id
  where a.address = lower($1) and coalesce(c.deleted_at, s.deleted_at, p.deleted_at) is null`

/**
 * Whose answer it is: whose somebody said the number is, its only owner, else whoever of them was
 * written to last.
 */
export async function ownerOf(conn: Conn, number: string, now: Date): Promise<PhoneOwner> {
  const remembered = await REMEMBERED.one(conn, number)
  if (remembered) return remembered
  const owners = await OWNERS.all(conn, number)
  const [only] = owners
  if (only && owners.length === 1) return { ...nobody, customer_id: only.id }
  const last = (await LAST_WRITTEN.one(conn, number, now)) ?? nobody
  const isOwner = owners.length === 0 || owners.some(({ id }) => id === last.customer_id)
  return isOwner ? last : nobody
}
