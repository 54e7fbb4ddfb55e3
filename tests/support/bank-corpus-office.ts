// A small office for tests of single rules: three customers with an invoice each, and lines to match.

import type { MatchLine } from '#domain/bank/bank-line.ts'
import type { DepositItem } from '#domain/bank/deposit.ts'
import type { MatchFacts, PayerFacts } from '#domain/bank/match-facts.ts'
import { cents } from '#domain/kit/money.ts'

export function payer(customer_id: number, over: Partial<PayerFacts> = {}): PayerFacts {
  return {
    customer_id,
    customer_number: `C-${1000 + customer_id}`,
    names: [`Customer ${'ABCDEFGH'.charAt(customer_id)}`],
    account_hashes: [`h${customer_id}`],
    is_parked: false,
    ...over,
  }
}

/** An invoice of 90.00 in time until 20 November and 100.00 later, unless told otherwise. */
export function owed(
  id: number,
  customer_id: number,
  [discounted, undiscounted]: [string, string] = ['90.00', '100.00'],
  over: Partial<DepositItem> = {},
): DepositItem {
  return {
    key: `i${id}`,
    customer_id,
    number: `INV-${1000 + id}`,
    due_date: '2026-11-25',
    in_time_until: '2026-11-20',
    sent_date: '2026-11-01',
    discounted: cents(discounted),
    undiscounted: cents(undiscounted),
    ppd_granted: false,
    forgiven: cents('0.00'),
    placed: cents('0.00'),
    is_held: false,
    announced_fee: cents('0.00'),
    page: {
      in_time: cents(discounted),
      late: cents(undiscounted),
      carried: [],
      old_items_first: true,
    },
    ...over,
  }
}

/** What the office knows: customers 1, 2 and 3 with INV-1041, INV-1042 and INV-1043. */
export function officeFacts(over: Partial<MatchFacts> = {}): MatchFacts {
  const items = over.items ?? [
    owed(41, 1),
    owed(42, 2, ['180.00', '200.00']),
    owed(43, 3, ['270.00', '300.00']),
  ]
  return {
    payers: [
      payer(1, { names: ['Kauri Cafe Ltd'] }),
      payer(2, { names: ['Mr John Smith'] }),
      payer(3, { names: ['Harbour Orchard Supplies Limited'] }),
    ],
    items,
    numbers: items.map(({ key, customer_id, number }) => ({
      key,
      customer_id,
      number: number ?? '',
      replaced_by: null,
    })),
    aliases: [],
    recorded: [],
    counterparts: [],
    suppliers: [],
    bills: [],
    deposits: [],
    patterns: [],
    rules: [],
    ...over,
  }
}

export function bankLine(amount: string, over: Partial<MatchLine> = {}): MatchLine {
  return {
    id: 1,
    bankaccount_id: 1,
    transaction_date: '2026-11-10',
    amount: cents(amount),
    other_party: null,
    particulars: null,
    code: null,
    reference: null,
    memo: null,
    other_account_hash: null,
    bank_type: null,
    ...over,
  }
}
