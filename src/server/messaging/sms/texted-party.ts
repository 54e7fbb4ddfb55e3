import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Party, partyOf } from '../compose/party.ts'
import { customerNumbers } from './customer-mobile.ts'
import { mobileNumber } from './mobile-number.ts'

/** Whom a text message is to, and the phone that gets it where no other is named. */
export interface TextedParty extends Omit<Party, 'email'> {
  /** As people call whoever it is. */
  called: string
  mobile: string | null
}

const PHONE = sql<
  { phone: string | null },
  [supplier_id: number | null, partner_id: number | null, thread_id: number | null]
>`select coalesce((select phone from suppliers where id = $1),
    (select phone from partners where id = $2), (select address from threads where id = $3)) as phone`

/** A customer by themselves, or whoever a thread is with. */
export async function textedParty(
  conn: Conn,
  { customer_id, thread_id }: { customer_id?: number | undefined; thread_id?: number | undefined },
): Promise<TextedParty> {
  const { email: _email, ...party } = thread_id
    ? await partyOf(conn, { thread_id })
    : { ...nobody, customer_id: customer_id ?? null }
  if (party.customer_id !== null) {
    const numbers = await customerNumbers(conn, party.customer_id)
    if (!numbers) throw badField('customer_id', 'There is no such customer.')
    return { ...party, called: 'customer', mobile: numbers.mobile }
  }
  const { supplier_id, partner_id } = party
  const known = (await PHONE.one(conn, supplier_id, partner_id, party.thread_id))?.phone ?? ''
  const isMobile = 'e164' in mobileNumber(known, { isAbroadAllowed: true })
  const called = (supplier_id && 'supplier') || (partner_id && 'partner') || 'sender'
  return { ...party, called, mobile: isMobile ? known : null }
}

const nobody: Party = {
  thread_id: null,
  customer_id: null,
  supplier_id: null,
  partner_id: null,
  email: null,
}
