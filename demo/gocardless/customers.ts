import { bankNameOf, endingOf, isAccountNumber, sixteenDigits } from './account-number.ts'
import { found, type House, headOf, linksOf, metadataOf, textIn } from './house.ts'
import { endMandate, isLive } from './mandates.ts'
import type { BankAccount, Customer, Fields } from './records.ts'
import { invalid, misused } from './refusals.ts'

const details = [
  'email',
  'given_name',
  'family_name',
  'company_name',
  'address_line1',
  'address_line2',
  'address_line3',
  'city',
  'region',
  'postal_code',
  'country_code',
  'phone_number',
] as const

export function makeCustomer(house: House, body: Fields): Customer {
  const given = detailsIn(body)
  const wrong: Record<string, string> = {}
  if (!given.company_name && !given.given_name) wrong.given_name = "can't be blank"
  if (!given.company_name && !given.family_name) wrong.family_name = "can't be blank"
  throwWrong({ ...wrong, ...wrongDetails(given) })
  const metadata = metadataOf('customers', body.metadata)
  const customer: Customer = {
    ...headOf(house, 'CU', { links: {}, metadata }),
    ...given,
    language: textIn(body.language) ?? 'en',
  }
  house.books.customers.set(customer.id, customer)
  return customer
}

function detailsIn(body: Fields) {
  const given = Object.fromEntries(details.map((name) => [name, textIn(body[name])]))
  // Each name of the list stands in it.
  return given as Record<(typeof details)[number], string | null>
}

function wrongDetails(given: Record<string, unknown>): Record<string, string> {
  const wrong: Record<string, string> = {}
  const { email, country_code, postal_code } = given
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(email)))
    wrong.email = 'is not a valid email address'
  if (country_code && !/^[A-Z]{2}$/.test(String(country_code))) wrong.country_code = 'is invalid'
  if (postal_code && country_code === 'NZ' && !/^\d{4}$/.test(String(postal_code)))
    wrong.postal_code = 'is invalid'
  return wrong
}

function throwWrong(wrong: Record<string, string>): void {
  if (Object.keys(wrong).length > 0) throw invalid('customers', wrong)
}

export function changeCustomer(house: House, id: string, body: Fields): Customer {
  const customer = found(house, 'customers', id)
  const named = details.filter((name) => name in body)
  const given = Object.fromEntries(named.map((name) => [name, textIn(body[name])]))
  throwWrong(wrongDetails({ ...customer, ...given }))
  const metadata = 'metadata' in body ? metadataOf('customers', body.metadata) : customer.metadata
  return Object.assign(customer, given, { metadata })
}

/** Gone for the creditor, with all that could be collected from. */
export function removeCustomer(house: House, id: string): Customer {
  const customer = found(house, 'customers', id)
  const accounts = [...house.books.customer_bank_accounts.values()]
  for (const one of accounts) if (one.links.customer === id) disableAccount(house, one.id)
  house.books.customers.delete(id)
  return customer
}

export function makeAccount(house: House, body: Fields): BankAccount {
  const { customer } = linksOf(body)
  if (!customer) throw invalid('customer_bank_accounts', { 'links/customer': "can't be blank" })
  if (!house.books.customers.has(String(customer)))
    throw misused(404, 'link_not_found', 'The linked customer was not found')
  const digits = accountIn(body)
  const metadata = metadataOf('customer_bank_accounts', body.metadata)
  const account: BankAccount = {
    ...headOf(house, 'BA', { links: { customer: String(customer) }, metadata }),
    account_holder_name: String(body.account_holder_name).toUpperCase(),
    account_number_ending: endingOf(digits),
    bank_name: bankNameOf(digits),
    country_code: 'NZ',
    currency: 'NZD',
    enabled: true,
    _digits: digits,
  }
  house.books.customer_bank_accounts.set(account.id, account)
  return account
}

/** The sixteen digits, or a refusal that names each field. */
export function accountIn(body: Fields): string {
  const wrong: Record<string, string> = {}
  const holder = textIn(body.account_holder_name)
  if (!holder) wrong.account_holder_name = "can't be blank"
  else if (holder.length > 255) wrong.account_holder_name = 'is too long'
  if (body.country_code !== 'NZ') wrong.country_code = 'is not available'
  if (body.currency !== undefined && body.currency !== 'NZD') wrong.currency = 'is not supported'
  const digits = sixteenDigits(body)
  if (!textIn(body.account_number)) wrong.account_number = "can't be blank"
  else if (!digits) wrong.account_number = 'is the wrong length'
  else if (!isAccountNumber(digits)) wrong.account_number = 'did not pass modulus check'
  if (!digits || Object.keys(wrong).length > 0) throw invalid('customer_bank_accounts', wrong)
  return digits
}

/** Nothing is collected from it any more, so its mandates end. */
export function disableAccount(house: House, id: string): BankAccount {
  const account = found(house, 'customer_bank_accounts', id)
  account.enabled = false
  for (const one of house.books.mandates.values())
    if (one.links.customer_bank_account === id && isLive(one))
      endMandate(house, one, { origin: 'api', cause: 'bank_account_disabled' })
  return account
}
