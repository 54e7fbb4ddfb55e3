import { expect, test } from 'vitest'
import { standardMail } from '#domain/messaging/template/standard-mail.ts'
import { rateNoticeValues } from './rate-notice.ts'

const notice = {
  side: 'sell' as const,
  broker: 'Harbour Energy Brokers',
  customer: 'Kōwhai Bakery',
  supplier: 'Southern Cross Power',
  contract_number: 'K-1001',
  connections: ['0000143418TRD9F'],
  valid_from_date: '2027-04-01',
  reason: null,
  lines: [
    {
      rate_name: 'Day energy',
      rate_amount: '0.2415',
      rate_unit: 'kWh',
      previous_amount: '0.23100000',
    },
    { rate_name: 'Metering', rate_amount: '0.35000000', rate_unit: 'day', previous_amount: null },
  ],
}

test('the notice names the day, the connection, and every rate beside what it was', () => {
  const { subject, text } = standardMail('rate_notice', rateNoticeValues(notice))
  expect(subject).toBe('Your rates change on 01 Apr 2027')
  expect(text).toContain('contract K-1001, 0000143418TRD9F')
  expect(text).toContain('Day energy: $0.2415 per kWh (now $0.231)')
  expect(text).toContain('Metering: $0.35 per day (new)')
})

test('a change of buy rates speaks of the supplier', () => {
  const values = rateNoticeValues({ ...notice, side: 'buy' })
  expect(standardMail('rate_notice', values).subject).toMatch(/^Southern Cross Power’s rates/)
})
