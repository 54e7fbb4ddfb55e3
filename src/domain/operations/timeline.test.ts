import { expect, test } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import { actsOf, classesOf, type ToldRow } from './timeline.ts'
import { eventOf } from './timeline-words.ts'

let id = 1000

// Rows are told newest first, as a page of history has them.
const row = (object_class: string, action: string, more: Partial<ToldRow> = {}): ToldRow => ({
  id: --id,
  object_class,
  object_id: 7,
  action,
  changes: {},
  reason: null,
  actor_name: 'Aroha Tāwhiri',
  impersonator_name: null,
  source: 'screen',
  request_id: null,
  created_at: '2026-11-15T01:00:00Z',
  title: null,
  parent_id: null,
  parent_title: null,
  ...more,
})

const names: Record<string, string> = { 'supplier 3': 'Southern Power' }

const events = (...rows: ToldRow[]) =>
  actsOf(rows).map((act) =>
    eventOf(act, {
      entity: entityNamed,
      title: (target, of) => (target === 'contract' ? `K-${of}` : names[`${target} ${of}`]),
      isSeen: () => true,
    }),
  )

const summaries = (...rows: ToldRow[]) => events(...rows).map((event) => event.summary)

test('new rates are told once, with what they were and from which day', () => {
  const call = { request_id: 'r1', parent_id: 4, parent_title: 'K-1004' }
  const rates = [
    { rate_name: 'Day energy', rate_amount: '0.2415', previous_amount: '0.23100000' },
    { rate_name: 'Levy', rate_amount: '0.0021', previous_amount: null },
  ]
  const told = events(
    row('rate', 'create', { ...call, title: 'Levy' }),
    row('rate', 'create', { ...call, title: 'Day energy' }),
    row('rateupdate', 'create', {
      ...call,
      changes: { valid_from_date: [null, '2027-04-01'], rates: [null, rates] },
    }),
  )
  expect(told).toMatchObject([
    {
      kind: 'rate',
      object_class: 'rateupdate',
      summary: 'Rates from 01 Apr 2027: Day energy 0.231 → 0.2415, Levy 0.0021',
      count: 3,
    },
  ])
})

test('a notice of new rates says to whom it went', () => {
  const changes = { notice_recipient: [null, 'mere@example.co.nz'] as [null, string] }
  expect(
    summaries(row('rateupdate', 'send', { title: 'Rates from 01 Apr 2027', changes })),
  ).toEqual(['Notice of rates from 01 Apr 2027 sent to mere@example.co.nz'])
})

test('an accepted contract says who accepted it, and the signature is part of that', () => {
  const title = 'K-1004'
  expect(
    summaries(
      row('contract', 'accept', {
        title,
        request_id: 'r2',
        changes: { accepted_by: [null, 'Mere Kahu'] },
      }),
      row('signature', 'create', { request_id: 'r2' }),
      row('contract', 'send', { title, request_id: 'r3' }),
    ),
  ).toEqual(['Contract K-1004 accepted by Mere Kahu', 'Contract K-1004 sent to the customer'])
})

test('a cancelled contract says from when and why', () => {
  const [event] = events(
    row('contract', 'cancel', {
      title: 'K-1004',
      reason: 'Moved to Nelson.',
      changes: { date_end: ['2027-06-30', '2026-12-31'] },
    }),
  )
  expect(event?.summary).toBe('Contract K-1004 cancelled from 31 Dec 2026')
  expect(event?.reason).toBe('Moved to Nelson.')
  expect(event?.changes).toEqual([{ label: 'Ends', from: '30 Jun 2027', to: '31 Dec 2026' }])
})

test('readings of one import are one event with their number and their days', () => {
  const months = ['2026-03-31', '2026-02-28', '2026-01-31']
  const readings = months.map((day) =>
    row('meterreading', 'create', {
      request_id: 'import 5',
      parent_id: 9,
      parent_title: '0123456',
      changes: { reading_date: [null, day] },
    }),
  )
  expect(events(...readings)).toMatchObject([
    {
      summary: '3 readings of meter 0123456, 31 Jan 2026 to 31 Mar 2026',
      count: 3,
      kind: 'reading',
    },
  ])
})

test('readings typed one after another for one meter are one event, other meters apart', () => {
  const reading = (parent_id: number, request_id: string) =>
    row('meterreading', 'create', {
      request_id,
      parent_id,
      parent_title: `M${parent_id}`,
      changes: { reading_date: [null, '2026-03-31'], reading_latest: [null, '12345.000000'] },
    })
  expect(summaries(reading(1, 'a'), reading(1, 'b'), reading(2, 'c'))).toEqual([
    '2 readings of meter M1 on 31 Mar 2026',
    'Reading 12,345 of meter M2 on 31 Mar 2026',
  ])
})

test('a note is told in its own words and never joins anything', () => {
  const text = 'Rang about the winter bill.'
  const changes = {
    subject: [null, 'Rang'] as [null, string],
    text_plain: [null, text] as [null, string],
  }
  expect(
    summaries(
      row('note', 'create', { request_id: 'r', changes }),
      row('contract', 'create', { request_id: 'r', title: 'K-1' }),
    ),
  ).toEqual([text, 'Contract K-1 created'])
})

test('changes are told field by field, references by name and masked values not at all', () => {
  const [moved] = events(row('contract', 'update', { changes: { supplier_id: [null, 3] } }))
  expect(moved?.changes).toEqual([{ label: 'Supplier', from: 'nothing', to: 'Southern Power' }])
  const [bank] = events(
    row('customer', 'update', {
      changes: { bank_account_number: ['••••869', '••••111'], city: ['Porirua', 'Gisborne'] },
    }),
  )
  const [won] = events(
    row('proposal', 'contract', {
      title: 'Winter offer',
      changes: { made_contract_id: [null, 8] },
    }),
  )
  expect(won).toMatchObject({
    summary: 'Proposal “Winter offer” made into contract K-8',
    changes: [],
  })
  expect(bank?.summary).toBe('Customer changed')
  expect(bank?.changes).toEqual([
    { label: 'Bank account number', from: 'hidden', to: 'hidden' },
    { label: 'City', from: 'Porirua', to: 'Gisborne' },
  ])
})

test('a proposal says what it would save', () => {
  expect(
    summaries(
      row('proposal', 'create', {
        title: 'Winter offer',
        changes: { saving_amount: [null, '345.00'] },
      }),
    ),
  ).toEqual(['Proposal “Winter offer” created, saving $345.00 a year'])
})

test('a kind names the entities it tells of, and no kind means all of them', () => {
  expect(classesOf(['meter'])).toEqual(['meter', 'meterregister'])
  expect(classesOf([])).toContain('enquiry')
})

test('an invoice tells its life, and the bill written with it is part of that', () => {
  const title = 'INV-1004'
  const changes = { discounted_total: [null, '1103.50'] as [null, string] }
  expect(
    summaries(
      row('invoice', 'redo', { title, reason: 'Wrong reading.' }),
      row('invoice', 'opened', { title, source: 'customer' }),
      row('invoice', 'send', { title, request_id: 'r6' }),
      row('bill', 'invoiced', { title: 'S-4711', request_id: 'r5' }),
      row('invoice', 'approve', { title, request_id: 'r5' }),
      row('bill', 'create', { title: 'S-4711', request_id: 'r4' }),
      row('invoice', 'create', { title, request_id: 'r4', changes }),
    ),
  ).toEqual([
    'Invoice INV-1004 cancelled and written anew',
    'Invoice INV-1004 opened by the customer',
    'Invoice INV-1004 sent to the customer',
    'Invoice INV-1004 approved',
    'Invoice INV-1004 written: $1,103.50',
  ])
})

test('money says how much came in and how much went back', () => {
  const title = 'INV-1004'
  expect(
    summaries(
      row('invoicepayment', 'cancel', { title }),
      row('invoicepayment', 'refund', { title, changes: { refunded_amount: ['5.00', '30.00'] } }),
      row('invoicepayment', 'create', { title, changes: { amount_incl_gst: [null, '103.50'] } }),
    ),
  ).toEqual([
    'Payment INV-1004 cancelled',
    '$25.00 paid back of a payment, INV-1004',
    'Payment of $103.50 received, INV-1004',
  ])
})
