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

const LAST_WRITTEN = sql<{ customer_id: number | null }, [number: string, now: Date]>`
  select customer_id from messages where recipient = $1 and direction = 'out' and type = 'sms'
    and created_at > $2::timestamptz - interval '30 days' order by id desc limit 1`

// What somebody said of a number, when it was nobody's.
const REMEMBERED = sql<{ id: number }, [number: string]>`select c.id from contactaddresses a
  join customers c on c.id = a.customer_id and c.deleted_at is null where a.address = lower($1)`

/**
 * Whose answer it is: whose somebody said the number is, its only owner, else whoever of them was
 * written to last.
 */
export async function ownerOf(conn: Conn, number: string, now: Date): Promise<number | null> {
  const remembered = await REMEMBERED.one(conn, number)
  if (remembered) return remembered.id
  const owners = await OWNERS.all(conn, number)
  const [only] = owners
  if (only && owners.length === 1) return only.id
  const last = (await LAST_WRITTEN.one(conn, number, now))?.customer_id ?? null
  const isOwner = owners.length === 0 || owners.some(({ id }) => id === last)
  return isOwner ? last : null
}
