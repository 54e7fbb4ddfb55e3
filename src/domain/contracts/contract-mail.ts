import { formatDayShort } from '#domain/kit/calendar.ts'

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
export function contractMail(given: ContractMail): { subject: string; text: string } {
  const { broker, supplier, date_start } = given
  const from = date_start ? ` from ${formatDayShort(date_start)}` : ''
  const paragraphs = [
    `Kia ora ${given.customer}`,
    `Your energy supply contract ${given.contract_number}${supplier ? ` with ${supplier}` : ''}${from} is ready for you to read.`,
    ...(given.message ? [given.message] : []),
    'Please open this link to look it over and accept it. You can sign on your phone, and you need no account:',
    given.link,
    `The link is yours alone and works until ${formatDayShort(given.last_day)}. You can keep a copy of the contract as a PDF.`,
    `If you have a question, just answer this email${given.contact ? ` or contact us: ${given.contact}` : ''}.`,
    `Ngā mihi\n${broker}`,
  ]
  const subject = `Your contract ${given.contract_number} with ${broker}`
  return { subject: oneLine(subject), text: `${paragraphs.join('\n\n')}\n` }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
