import type { KeyValues } from './template/standards.ts'

interface Answered {
  broker: string
  customer: string
  invoice_number: string | null
  /** What staff wrote, oldest first. */
  answers: readonly string[]
  /** Where the customer can write back; none where the page is closed. */
  link: string | null
}

/** Brings the customer what staff wrote on the invoice's page, where nobody was looking at it. */
export function answerValues(given: Answered): KeyValues<'answer'> {
  const { broker, customer, invoice_number, answers, link } = given
  return {
    fields: {
      broker_name: broker,
      customer_name: customer,
      invoice_number,
      link,
      is_closed: link === null,
    },
    rows: answers.map((answer) => ({ answer })),
  }
}
