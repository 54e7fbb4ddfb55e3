import {
  type ConsentFlag,
  type ConsentPurpose,
  consentFlagNames,
  consentFlags,
} from '#domain/messaging/checks/consented.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const SET_PROMO_EMAILS = sql<never, [id: number, value: boolean]>`update customers
  set receive_promo_emails = $2, version = version + 1, modified_at = now()
  where id = $1 and receive_promo_emails <> $2`

const SET_PROMO_SMS = sql<never, [id: number, value: boolean]>`update customers
  set receive_promo_sms = $2, version = version + 1, modified_at = now()
  where id = $1 and receive_promo_sms <> $2`

const SET_SMS_REMINDERS = sql<never, [id: number, value: boolean]>`update customers
  set receive_sms_reminders = $2, version = version + 1, modified_at = now()
  where id = $1 and receive_sms_reminders <> $2`

const setFlag = {
  receive_promo_emails: SET_PROMO_EMAILS,
  receive_promo_sms: SET_PROMO_SMS,
  receive_sms_reminders: SET_SMS_REMINDERS,
}

/** The flag of a customer that a consent is about; none for what has none. */
export function flagOf(about: { channel: string; purpose: ConsentPurpose }): ConsentFlag | null {
  const found = consentFlagNames.find((name) => {
    const { channel, purpose } = consentFlags[name]
    return channel === about.channel && purpose === about.purpose
  })
  return found ?? null
}

/** The customer's flag says what the last line says. */
export async function showConsent(
  conn: Conn,
  customer_id: number,
  flag: ConsentFlag,
  isGiven: boolean,
): Promise<void> {
  await setFlag[flag].run(conn, customer_id, isGiven)
}

interface Withdrawal {
  contact: string
  channel: 'email' | 'sms'
  customer_id: number | null
  how: string
}

const WITHDRAW = sql<
  never,
  [
    contact: string,
    channel: string,
    purpose: string,
    customer_id: number | null,
    how: string,
    state: string,
  ]
>`insert into consents (organisation_id, contact, channel, purpose, customer_id, how, state)
  select scope_organisation(), $1, $2, $3, $4::bigint, $5, $6
  where 'withdrawn' is distinct from (select k.state from consents k
      where k.channel = $2 and k.purpose = $3 and lower(k.contact) = lower($1)
      order by k.id desc limit 1)
    or $4::bigint is not null and 'withdrawn' is distinct from (select k.state from consents k
      where k.channel = $2 and k.purpose = $3 and k.customer_id = $4::bigint
      order by k.id desc limit 1)`

/**
 * Whoever takes back their consent need not say to what: all of the channel's ends. What is taken
 * back already is taken back once.
 */
export async function withdrawConsent(conn: Conn, withdrawal: Withdrawal): Promise<void> {
  const { contact, channel, customer_id, how } = withdrawal
  for (const flag of consentFlagNames.filter((name) => consentFlags[name].channel === channel)) {
    const { purpose } = consentFlags[flag]
    await WITHDRAW.run(conn, contact, channel, purpose, customer_id, how, 'withdrawn')
    if (customer_id !== null) await showConsent(conn, customer_id, flag, false)
  }
}
