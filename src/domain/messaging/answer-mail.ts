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
export function answerMail({ broker, customer, invoice_number, answers, link }: Answered) {
  const about = invoice_number ? ` about invoice ${invoice_number}` : ''
  const way = link
    ? `To write back, open your invoice’s page:\n${link}`
    : 'The page of this invoice is closed. To write back, please contact us directly.'
  return {
    subject: `A message from ${broker}${about}`,
    text: `${[`Kia ora ${customer}`, ...answers, way, `Ngā mihi\n${broker}`].join('\n\n')}\n`,
  }
}
