import { expect, test } from 'vitest'
import { adjustmentReminderSms } from '#domain/books/adjustment-mail.ts'
import { type RateNotice, rateNoticeSms } from '#domain/contracts/rate-notice.ts'
import { reminderSms } from '#domain/invoices/invoice-mail.ts'
import { commandAnswers, smsCommands } from '#domain/messaging/sms/sms-command.ts'
import { smsText } from '#domain/messaging/sms/sms-text.ts'
import { type DebitFields, type DebitKey, debitSms } from './debit-sms.ts'
import { causeForPayer, debitCauses } from './provider-words.ts'

const fields: DebitFields = {
  customer_name: 'Kōwhai Bakery',
  account: '••3869-00',
  amount: '$679.89',
  charge_date: '20 May 2027',
  invoice_number: 'INV-1001',
  reason: 'not enough money',
  retry_date: '26 May 2027',
  link: 'https://bills.example.co.nz/directdebit/#x',
  valid_until: '3 Jun 2027',
  is_collected_later: true,
  has_invoice: true,
}

const ended = 'The authority has ended, and nothing is collected any more.'
const debits: [DebitKey, Partial<DebitFields>][] = [
  ...(['invitation', 'setup', 'planned', 'changed', 'cancelled'] as const).flatMap(
    (key): [DebitKey, Partial<DebitFields>][] => [
      [`debit_${key}`, {}],
      [`debit_${key}`, { invoice_number: null, has_invoice: false }],
    ],
  ),
  ...debitCauses.flatMap((cause): [DebitKey, Partial<DebitFields>][] => [
    ['debit_failed', { reason: causeForPayer(cause) }],
    ['debit_failed', { reason: causeForPayer(cause), retry_date: null, invoice_number: null }],
  ]),
  ['debit_cancelled', { amount: null, charge_date: null, reason: ended }],
]

const invoice = { invoice_number: 'INV-1001', due_date: '2027-05-20', balance: '679.89' }
const row = {
  ...{ adjustment_number: 'ADJ-7', due_date: '2027-05-20', balance: '46.00' },
  reason: 'Opening balance',
}
const link = 'https://bills.example.co.nz/invoice/#x'
const rates: RateNotice = {
  ...{ side: 'sell', broker: 'Harbour Energy', customer: 'Kōwhai Bakery' },
  ...{ supplier: 'Southern Cross Power', contract_number: 'K-1001', connections: [] },
  ...{ valid_from_date: '2027-04-01', reason: 'The network charges more.' },
  lines: [
    { rate_name: 'Day energy', rate_amount: '0.24', rate_unit: 'kWh', previous_amount: '0.23' },
    { rate_name: 'Metering', rate_amount: '0.35', rate_unit: 'day', previous_amount: null },
  ],
}
const office = { phone: '09 555 0100', email: 'office@harbour.example' }

/** Everything that the program texts to customers. */
const texts = [
  ...debits.map(([key, more]) => debitSms(key, { ...fields, ...more })),
  reminderSms({ invoice }, { link, late_fee: null }),
  reminderSms({ invoice }, { link, late_fee: '10.00', message: 'Ring us if you can’t.' }),
  adjustmentReminderSms({ row, bank_account_number: null }),
  adjustmentReminderSms({ row, bank_account_number: '12-3113-0003869-00' }),
  rateNoticeSms(rates),
  rateNoticeSms({ ...rates, side: 'buy', reason: null }),
  ...smsCommands.flatMap((command) => [
    commandAnswers[command](office),
    commandAnswers[command]({ phone: null, email: null }),
  ]),
].map((text) => smsText(text, { name: 'Harbour Energy', purpose: 'service', is_charged: false }))

/** Three words that stand there twice. */
function saidTwice(text: string): string[] {
  // An amount has a dot within; the one that ends a sentence is no part of its word.
  const words = text.toLowerCase().match(/[\p{L}\p{N}$’]+(?:\.\p{N}+)*/gu) ?? []
  const threes = words.slice(2).map((last, at) => [words[at], words[at + 1], last].join(' '))
  return threes.filter((three, at) => threes.indexOf(three) !== at)
}

test.each([...new Set(texts)])('“%s” says nothing twice, and nothing that is missing', (text) => {
  expect(saidTwice(text)).toEqual([])
  expect(text).not.toMatch(/\b(\p{L}+) \1\b/iu)
  expect(text).not.toMatch(/ {2}| [.,:]|\.\.|,\.|:\.|null|undefined|NaN|\$\$/)
  expect(text, 'whoever reads it is the customer').not.toMatch(/customer/i)
  expect(text).toMatch(/(\.|\/#x)$/)
})
