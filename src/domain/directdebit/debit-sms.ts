import type { KeyValues, TemplateKey } from '#domain/messaging/template/standards.ts'

export type DebitKey = Extract<TemplateKey, `debit_${string}`>
export type DebitFields = KeyValues<'debit_planned'>['fields']

/** What is told about direct debit in a few words, where no email can go. */
export const debitSms = (key: DebitKey, fields: DebitFields): string => texts[key](fields)

const texts: Record<DebitKey, (fields: DebitFields) => string> = {
  debit_invitation: ({ link }) => `Set up your direct debit: ${link}`,
  debit_setup: () => 'Your direct debit is set up. We tell you before we collect.',
  debit_planned: (fields) => `We’ll collect ${debitIn(fields)} on ${fields.charge_date}.`,
  debit_changed: (fields) =>
    `What we collect has changed: it is ${debitIn(fields)} now, on ${fields.charge_date}.`,
  debit_failed: (fields) => {
    const next = fields.retry_date
      ? `We’ll try again on ${fields.retry_date}.`
      : 'Please pay it by bank transfer.'
    return `We couldn’t collect ${debitIn(fields)}: ${fields.reason}. ${next}`
  },
  debit_cancelled: (fields) =>
    fields.amount === null
      ? `Direct debit: ${fields.reason}`
      : `We won’t collect ${debitIn(fields)} on ${fields.charge_date}.`,
}

const debitIn = ({ amount, invoice_number }: DebitFields) =>
  `${amount} by direct debit${invoice_number ? ` for invoice ${invoice_number}` : ''}`
