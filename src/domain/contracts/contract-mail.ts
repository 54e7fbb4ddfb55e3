import { formatDayShort } from '#domain/kit/calendar.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'

export interface ContractMail {
  broker: string
  /** How the broker can be reached, if it says. */
  contact: string | null
  customer: string
  contract_number: string
  supplier: string | null
  date_start: string | null
  /** The page where the customer reads and signs. */
  link: string
  /** The last day on which it opens. */
  last_day: string
  /** A line or two of the sender's own. */
  message?: string | undefined
}

/** The letter that brings a contract to its customer. */
export function contractValues(given: ContractMail): KeyValues<'offer'> {
  return {
    fields: {
      broker_name: given.broker,
      customer_name: given.customer,
      contract_number: given.contract_number,
      supplier_name: given.supplier,
      date_start: formatDayShort(given.date_start),
      contact: given.contact,
      link: given.link,
      last_day: formatDayShort(given.last_day),
      message: given.message ?? null,
    },
    rows: [],
  }
}
