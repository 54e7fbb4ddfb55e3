import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import {
  type DocumentSection,
  type DocumentTable,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { Contract } from './contract.ts'
import { comingRates, ratesOn } from './rate-in-force.ts'

type Texts<K extends string> = Record<K, string | null>
type Place = Texts<'street' | 'suburb' | 'city' | 'postcode' | 'email' | 'phone'>

export type Broker = Place & { name: string } & Texts<'trading_name' | 'gst_number' | 'nzbn'>
export type ContractCustomer = Place & { name: string } & Texts<
    'customer_number' | 'name_business' | 'trading_name' | 'nzbn'
  >
export interface DocumentRate {
  rate_name: string
  rate_type: string
  rate_amount: string
  rate_unit: string
  valid_from_date: string
}

/** All of a contract that its document may say; the supplier's terms and the rest are ours. */
type PrintedContract = Pick<
  Contract,
  | 'id'
  | 'contract_number'
  | 'icp_type'
  | 'connections'
  | 'account_number_with_supplier'
  | 'date_start'
  | 'date_end'
  | 'is_open_plan'
  | 'meter_capacity_amount'
  | 'meter_capacity_unit'
  | 'reading_interval'
  | 'reading_interval_unit'
  | 'service_fee_percent'
  | 'discount_percent'
  | 'gst_percent'
  | 'due_date_type'
  | 'due_date_value_offset'
  | 'due_date_value_fixed'
  | 'welcome_credit_amount'
  | 'cancellation_fee_amount'
  | 'conditions'
>

export interface ContractFacts {
  organisation: Broker
  customer: ContractCustomer
  supplier: { name: string; hotline: string | null } | null
  contract: PrintedContract
  /** Every sell rate of the contract, past ones included. */
  rates: readonly DocumentRate[]
  /** The organisation's words for option values, where it has its own. */
  optionLabels?: Readonly<Record<string, string>> | undefined
  today: string
  /** The percentage of GST where the contract has none of its own. */
  gst_percent: string
  document_version: number
}

/** What the customer reads and signs. The same facts always give the same words. */
export function contractDocument(given: ContractFacts): PrintedDocument {
  const { organisation, customer, contract, today } = given
  const number = contract.contract_number ?? `${contract.id}`
  const broker = organisation.trading_name ?? organisation.name
  return {
    title: 'Energy supply contract',
    reference: `${number}, version ${given.document_version}`,
    sender: [broker, ...addressOf(organisation)],
    recipient: [customer.name_business ?? customer.name, ...addressOf(customer)],
    day: today,
    sections: [
      parties(given),
      supply(given),
      ...rates(given),
      payment(given),
      feesAndCredits(given),
      cancellation(given),
      ...conditions(contract.conditions),
    ],
    signature: {
      statement: `I have read this contract with ${broker} and accept it. I am allowed to sign for ${customer.name_business ?? customer.name}.`,
    },
    footer: `${broker} · Contract ${number}, version ${given.document_version}`,
  }
}

function addressOf(place: Place): string[] {
  const town = [place.city, place.postcode].filter(Boolean).join(' ')
  const phone = place.phone && formatPhone(place.phone)
  return [place.street, place.suburb, town, place.email, phone].filter((line): line is string =>
    Boolean(line),
  )
}

function parties({ organisation, customer, supplier }: ContractFacts): DocumentSection {
  const broker =
    organisation.trading_name && organisation.trading_name !== organisation.name
      ? `${organisation.name} (trading as ${organisation.trading_name})`
      : organisation.name
  return {
    heading: 'Parties',
    blocks: [
      facts([
        ['Customer', customer.name_business ?? customer.name],
        ['Contact', customer.name_business ? customer.name : null],
        ['Trading as', customer.trading_name],
        ['Customer number', customer.customer_number],
        ['Customer’s NZBN', customer.nzbn],
        ['Broker', broker],
        [
          'Broker’s GST number',
          organisation.gst_number && formatGstNumber(organisation.gst_number),
        ],
        ['Broker’s NZBN', organisation.nzbn],
        ['Supplier', supplier?.name],
        ['Faults', supplier?.hotline && formatPhone(supplier.hotline)],
      ]),
    ],
  }
}

function supply(given: ContractFacts): DocumentSection {
  const { contract } = given
  const several = contract.connections && contract.connections.length > 1
  const capacity = contract.meter_capacity_amount
  return {
    heading: 'Supply and term',
    blocks: [
      facts([
        ['Service', contract.icp_type && wordFor(given, 'icp_type', contract.icp_type)],
        [several ? 'Connections' : 'Connection', contract.connections?.join(', ')],
        ['Account with the supplier', contract.account_number_with_supplier],
        ['Starts', formatDayShort(contract.date_start)],
        ['Ends', formatDayShort(contract.date_end)],
        ['Capacity', capacity && `${trim(capacity, 0)} ${contract.meter_capacity_unit ?? ''}`],
        ['Meters are read', readingRule(contract)],
      ]),
      paragraph(termInWords(contract)),
    ],
  }
}

function termInWords({ date_end, is_open_plan }: PrintedContract): string {
  if (!date_end) return 'This contract has no fixed end. It goes on until one of us ends it.'
  const end = formatDayShort(date_end)
  return is_open_plan
    ? `The fixed term ends on ${end}. After that the contract goes on, on the same terms, until one of us ends it.`
    : `This contract is for a fixed term and ends on ${end}.`
}

function readingRule({ reading_interval, reading_interval_unit }: PrintedContract): string | null {
  if (!reading_interval) return null
  const unit = reading_interval_unit ?? 'months'
  return reading_interval === 1
    ? `every ${unit.replace(/s$/, '')}`
    : `every ${reading_interval} ${unit}`
}

function rates(given: ContractFacts): DocumentSection[] {
  const first = firstDay(given)
  const coming = comingRates(given.rates, first)
  const rule = `Each rate holds from the day beside it until a later one of the same name replaces it. GST is ${percent(gstOf(given))}.`
  const inForce = {
    heading: 'Rates',
    blocks: [table(given, ratesOn(given.rates, first)), paragraph(rule)],
  }
  if (coming.length === 0) return [inForce]
  return [inForce, { heading: 'Agreed changes of rates', blocks: [table(given, coming)] }]
}

/** A contract that starts later is offered at the rates of its first day. */
function firstDay({ contract, today }: ContractFacts): string {
  return contract.date_start && contract.date_start > today ? contract.date_start : today
}

function table(given: ContractFacts, shown: readonly DocumentRate[]): DocumentTable {
  const withGst = new Exact(gstOf(given)).div(100).plus(1)
  return {
    kind: 'table',
    columns: [
      { label: 'Rate', isNumber: false },
      { label: 'Per', isNumber: false },
      { label: 'Without GST', isNumber: true },
      { label: 'With GST', isNumber: true },
      { label: 'Valid from', isNumber: true },
    ],
    rows: shown.map((rate) => [
      rate.rate_name,
      wordFor(given, 'rate_unit', rate.rate_unit),
      dollars(rate.rate_amount),
      dollars(withGst.times(rate.rate_amount).toDecimalPlaces(6).toFixed()),
      formatDayShort(rate.valid_from_date),
    ]),
  }
}

function payment(given: ContractFacts): DocumentSection {
  const { contract, organisation } = given
  const discount = contract.discount_percent
  const fee = contract.service_fee_percent
  const broker = organisation.trading_name ?? organisation.name
  return {
    heading: 'Invoices and payment',
    blocks: [
      paragraph(dueDateInWords(contract)),
      facts([
        ['Our service fee', isSome(fee) ? `${percent(fee)} of the charges` : null],
        ['Prompt payment discount', isSome(discount) ? percent(discount) : null],
        ['GST', percent(gstOf(given))],
      ]),
      ...(isSome(discount)
        ? [
            paragraph(
              `${broker} takes ${percent(discount)} off the charges of every invoice that is paid in full by its due date.`,
            ),
          ]
        : []),
    ],
  }
}

/** §3 Due date: days after the invoice, or a day of the month after it. */
export function dueDateInWords(
  contract: Pick<
    PrintedContract,
    'due_date_type' | 'due_date_value_offset' | 'due_date_value_fixed'
  >,
): string {
  const rest = 'If that is not a working day, the next working day counts.'
  if (contract.due_date_type === 'fixed' && contract.due_date_value_fixed)
    return `Invoices are due on the ${ordinal(contract.due_date_value_fixed)} of the month after the invoice date. ${rest}`
  const days = contract.due_date_value_offset ?? 20
  return `Invoices are due ${days === 1 ? '1 day' : `${days} days`} after the invoice date. ${rest}`
}

function feesAndCredits({ contract }: ContractFacts): DocumentSection {
  const welcome = contract.welcome_credit_amount
  const fee = contract.cancellation_fee_amount
  return {
    heading: 'Fees and credits',
    blocks:
      isSome(welcome) || isSome(fee)
        ? [
            facts([
              ['Welcome credit', isSome(welcome) ? `$${formatMoney(welcome)}` : null],
              ['Cancellation fee', isSome(fee) ? `$${formatMoney(fee)}` : null],
            ]),
            paragraph(
              'Amounts are without GST. A welcome credit comes off your first invoice after you accept.',
            ),
          ]
        : [paragraph('There is no welcome credit and no cancellation fee.')],
  }
}

function cancellation({ contract, organisation }: ContractFacts): DocumentSection {
  const broker = organisation.trading_name ?? organisation.name
  const fee = contract.cancellation_fee_amount
  const contact = organisation.email ?? organisation.phone
  const tell = `You can end this contract by telling ${broker}${contact ? ` at ${contact}` : ''}. A final reading is taken and a final invoice follows.`
  const until = contract.date_end ? ` before ${formatDayShort(contract.date_end)}` : ''
  const cost = isSome(fee)
    ? ` If you end it${until}, the cancellation fee of $${formatMoney(fee)} (without GST) is part of that invoice.`
    : ' Ending it costs nothing extra.'
  return { heading: 'Ending the contract', blocks: [paragraph(tell + cost)] }
}

function conditions(text: string | null): DocumentSection[] {
  if (!text?.trim()) return []
  const paragraphs = text.trim().split(/\n\s*\n/)
  return [{ heading: 'Conditions', blocks: paragraphs.map((one) => paragraph(one.trim())) }]
}

const unitWords: Record<string, string> = {
  m3: 'm³',
  day: 'day',
  month: 'month',
  each: 'piece',
}

function wordFor({ optionLabels }: ContractFacts, list: string, value: string): string {
  const own = optionLabels?.[`${list}/${value}`]
  if (own) return own
  if (list === 'rate_unit') return unitWords[value] ?? value
  return value.charAt(0).toUpperCase() + value.slice(1)
}

const gstOf = ({ contract, gst_percent }: ContractFacts): string =>
  contract.gst_percent ?? gst_percent

function isSome(amount: string | null): amount is string {
  return amount !== null && !new Exact(amount).isZero()
}

function percent(value: string): string {
  return `${trim(value, 0)} %`
}

/** Rates are cents and parts of cents: at least four digits after the point, and never fewer. */
function dollars(amount: string): string {
  const text = trim(amount, 4).replace('-', '')
  return `${amount.startsWith('-') ? '\u2212' : ''}$${text.replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

function trim(value: string, places: number): string {
  const exact = new Exact(value)
  return exact.toFixed(Math.max(places, exact.decimalPlaces()))
}

function ordinal(day: number): string {
  const teens = day % 100 > 10 && day % 100 < 14
  return `${day}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}
