import { type DebitCause, debitCauses } from '#domain/directdebit/provider-words.ts'
import type {
  Authorisation,
  Payer,
  ProviderAccount,
  ProviderDebit,
  ProviderEvent,
  ProviderMandate,
  ProviderPayout,
  ProviderPayoutItem,
  ProviderRefund,
} from './direct-debit.ts'
import type { Thing } from './gocardless-shapes.ts'

// Its answers in the words of the port, and our customers in its words.

/** What is written on each thing that we make, so that it is found again. */
export const metadataOf = (key: string, our_id?: string) => ({
  sb_key: key,
  ...(our_id === undefined ? {} : { sb_id: our_id }),
})
const keyIn = (written: Record<string, string> | null | undefined) => written?.sb_key ?? null

/** A customer by the names of its fields; what they do not have is told as null. */
export const customerOf = ({ phone, ...payer }: Payer) => ({
  ...prefilledOf(payer),
  ...(phone === undefined ? {} : { phone_number: phone }),
})

/** What its own page lets us fill in for them. */
export function prefilledOf(payer: Payer) {
  return {
    company_name: payer.company_name,
    given_name: payer.given_name,
    family_name: payer.family_name,
    email: payer.email,
    address_line1: payer.street,
    address_line2: payer.suburb,
    city: payer.city,
    postal_code: payer.postcode,
    country_code: 'NZ',
  }
}

/** Without what is not known: a thing that is made has no field to be emptied. */
export function onlyKnown(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([k, v]) => (v ? [[k, v]] : [])))
}

const LONGEST_HOLDER = 18

/** Banks are told this many letters of the name. */
export const holderOf = (name: string) =>
  [...name.trim()].slice(0, LONGEST_HOLDER).join('').trimEnd()

/** Sixteen digits: a suffix of two gets the 0 before it that its third digit is. */
export const sixteenOf = (digits: string) =>
  digits.length === 15 ? `${digits.slice(0, 13)}0${digits.slice(13)}` : digits

export function accountOf(there: Thing<'customer_bank_accounts'>): ProviderAccount {
  const { id, account_holder_name: account_holder, account_number_ending: ending } = there
  return { id, account_holder, ending }
}

export function authorisationOf({ status, links }: Thing<'billing_requests'>): Authorisation {
  return {
    status: status === 'fulfilled' || status === 'cancelled' ? status : 'pending',
    mandate_id: links.mandate_request_mandate ?? null,
    customer_id: links.customer ?? null,
    account_id: links.customer_bank_account ?? null,
  }
}

export function payoutOf(there: Thing<'payouts'>): ProviderPayout {
  const { id, status, amount, arrival_date, reference } = there
  return { id, status, amount, arrival_date: arrival_date ?? null, reference: reference ?? null }
}

export function mandateOf(there: Thing<'mandates'>): ProviderMandate {
  return {
    id: there.id,
    status: there.status,
    customer_id: there.links.customer,
    account_id: there.links.customer_bank_account,
    reference: there.reference ?? null,
    next_possible_charge_date: there.next_possible_charge_date ?? null,
    our_key: keyIn(there.metadata),
  }
}

/** Null for what is no debit of ours: money of another country, or paid without a mandate. */
export function debitOf(there: Thing<'payments'>): ProviderDebit | null {
  const { links, currency, charge_date } = there
  if (currency !== 'NZD' || !links.mandate || !charge_date) return null
  return {
    id: there.id,
    status: there.status,
    mandate_id: links.mandate,
    amount: there.amount,
    amount_refunded: there.amount_refunded ?? 0,
    charge_date,
    reference: there.reference ?? null,
    payout_id: links.payout ?? null,
    our_key: keyIn(there.metadata),
    subscription_id: links.subscription ?? null,
  }
}

export function refundOf(there: Thing<'refunds'>): ProviderRefund {
  const { id, status, amount, links, metadata: written } = there
  return { id, status, amount, debit_id: links?.payment ?? null, our_key: keyIn(written) }
}

export function itemOf({ type, amount, taxes, links }: Thing<'payout_items'>) {
  const item: ProviderPayoutItem = {
    type,
    amount,
    taxes: (taxes ?? []).map((tax) => ({ amount: tax.amount })),
    debit_id: links?.payment ?? null,
    mandate_id: links?.mandate ?? null,
    refund_id: links?.refund ?? null,
  }
  return item
}

export function eventOf({ details, links, ...there }: Thing<'events'>): ProviderEvent {
  const linked = Object.entries(links ?? {}).flatMap(([kind, to]) => (to ? [[kind, to]] : []))
  return {
    id: there.id,
    created_at: there.created_at,
    resource_type: there.resource_type,
    action: there.action,
    cause: causeOf(details?.cause ?? null),
    origin: details?.origin ?? null,
    description: details?.description ?? null,
    will_attempt_retry: details?.will_attempt_retry ?? false,
    links: Object.fromEntries(linked),
  }
}

function causeOf(said: string | null): DebitCause | null {
  if (said === null) return null
  return debitCauses.find((cause) => cause === said) ?? 'other'
}
