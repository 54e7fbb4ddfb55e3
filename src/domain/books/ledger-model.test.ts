import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { type Cents, round2, sumCents, toDollars, wholeCents } from '#domain/kit/money.ts'
import { type Money, type OwedInvoice, type Placed, placeMoney } from './place-money.ts'
import {
  accounts,
  allocated,
  discountLost,
  discountTaken,
  gstInside,
  invoiceSent,
  moneyReceived,
  type PostedInvoice,
  type Posting,
  refunded,
  reversed,
} from './postings.ts'

// A whole life of a customer's account in memory: what is placed must be what the books say.
declare const process: { env: Record<string, string | undefined> }
const sequences = process.env.HEAVY ? 3000 : 300

interface Books {
  lines: (Posting & { invoice: number | null })[]
  placed: Map<string, number>
  discount: Map<number, Posting[]>
}

interface Account {
  today: string
  invoices: (OwedInvoice & { posted: PostedInvoice })[]
  money: Money[]
  books: Books
}

const begin = (): Account => ({
  today: '2026-04-01',
  invoices: [],
  money: [],
  books: { lines: [], placed: new Map(), discount: new Map() },
})

const book = (books: Books, lines: readonly Posting[], invoice: number | null) =>
  books.lines.push(...lines.map((line) => ({ ...line, invoice })))

function postedOf(total: Cents, percent: number): PostedInvoice {
  const charges_gst = gstInside(total, '15')
  const discounted_charges = round2(
    toDollars(total)
      .times(100 - percent)
      .div(100),
  )
  const none = wholeCents(0)
  return {
    discounted: discounted_charges,
    undiscounted: total,
    billing: 'standard',
    split_collection: 'direct',
    charges_sum: wholeCents(total - charges_gst),
    charges_gst,
    charges_total: total,
    discounted_charges,
    discounted_charges_gst: gstInside(discounted_charges, '15'),
    othercharges_sum: none,
    othercharges_gst: none,
    othercharges_total: none,
    service_fee: none,
    service_fee_gst: none,
    discounted_service_fee: none,
    discounted_service_fee_gst: none,
    late_payment_fee_amount: none,
    late_payment_fee_gst: none,
    owncharges_sum: none,
    owncharges_gst: none,
  }
}

const place = (account: Account, money = account.money) =>
  placeMoney(account.invoices, money, {
    today: account.today,
    ppd_needs_old_balance: true,
    ppd_tolerance_cents: 0,
  })

/** Books what changed about where money lies and what became of discounts. */
function settle(account: Account): Placed {
  const { books } = account
  const placed = place(account)
  const wanted = new Map<string, number>()
  for (const { money_id, invoice_id, amount } of placed.placements) {
    const key = `${money_id} ${invoice_id}`
    wanted.set(key, (wanted.get(key) ?? 0) + amount)
  }
  for (const key of new Set([...wanted.keys(), ...books.placed.keys()])) {
    const change = (wanted.get(key) ?? 0) - (books.placed.get(key) ?? 0)
    if (change !== 0) book(books, allocated(wholeCents(change)), Number(key.split(' ')[1]))
  }
  books.placed = wanted
  for (const { id, posted } of account.invoices) {
    const state = placed.ppd.get(id)
    const lines =
      state === 'open' ? [] : state === 'lost' ? discountLost(posted) : discountTaken(posted)
    book(books, reversed(books.discount.get(id) ?? []), id)
    book(books, lines, id)
    books.discount.set(id, lines)
  }
  return placed
}

const at = fc.nat(6)
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      amount: fc.integer({ min: 1, max: 90_000 }),
      percent: fc.constantFrom(0, 3, 10, 100),
      due: fc.nat(20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amount: fc.integer({ min: 1, max: 99_000 }),
      isExact: fc.boolean(),
      isNamed: fc.boolean(),
      at,
      daysAgo: fc.nat(9),
    }),
  },
  fc.record({ do: fc.constant('refund' as const), at, share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('void' as const), at }),
  fc.record({ do: fc.constant('hold' as const), at }),
  fc.record({ do: fc.constant('grant' as const), at }),
  fc.record({ do: fc.constant('cancel' as const), at }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 15 }) }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

function act(account: Account, one: Command, id: number): void {
  const { books, invoices, money } = account
  const invoice = 'at' in one ? invoices[one.at % (invoices.length || 1)] : undefined
  const paid = 'at' in one ? money[one.at % (money.length || 1)] : undefined
  if (one.do === 'wait') account.today = addDays(account.today, one.days)
  else if (one.do === 'send') send(account, one, id)
  else if (one.do === 'pay') pay(account, one, id)
  else if (one.do === 'hold' && invoice) invoice.is_held = !invoice.is_held
  else if (one.do === 'grant' && invoice) invoice.ppd_granted = true
  else if (one.do === 'cancel' && invoice) {
    account.invoices = invoices.filter((other) => other !== invoice)
    for (const [key, amount] of books.placed) {
      if (Number(key.split(' ')[1]) !== invoice.id) continue
      book(books, allocated(wholeCents(-amount)), invoice.id)
      books.placed.delete(key)
    }
    book(books, reversed(books.discount.get(invoice.id) ?? []), invoice.id)
    book(books, reversed(invoiceSent(invoice.posted)), invoice.id)
  } else if (one.do === 'void' && paid) {
    account.money = money.filter((other) => other !== paid)
    book(books, reversed(moneyReceived(paid.amount)), null)
  } else if (one.do === 'refund' && paid) {
    const part = wholeCents(Math.ceil((paid.amount * one.share) / 100))
    paid.amount = wholeCents(paid.amount - part)
    book(books, refunded(part), null)
  }
}

function send(account: Account, one: Extract<Command, { do: 'send' }>, id: number): void {
  const posted = postedOf(wholeCents(one.amount), one.percent)
  const due_date = addDays(account.today, one.due)
  account.invoices.push({
    id,
    due_date,
    discounted_date: due_date,
    discounted: posted.discounted,
    undiscounted: posted.undiscounted,
    forgiven: wholeCents(0),
    forgiven_in_time: wholeCents(0),
    sent_date: account.today,
    is_held: false,
    ppd_granted: false,
    sent_order: id,
    page_items: [],
    discounted_total: posted.discounted,
    undiscounted_total: posted.undiscounted,
    posted,
  })
  book(account.books, invoiceSent(posted), id)
}

function pay(account: Account, one: Extract<Command, { do: 'pay' }>, id: number): void {
  const target = account.invoices[one.at % (account.invoices.length || 1)]
  const amount = one.isExact && target ? target.discounted : wholeCents(one.amount)
  const names = one.isNamed && target ? target.id : null
  const date = addDays(account.today, -one.daysAgo)
  account.money.push({
    id: `p${id}`,
    date,
    amount,
    names,
    manual: [],
    reserved: wholeCents(0),
    refunded: wholeCents(0),
  })
  book(account.books, moneyReceived(amount), null)
}

function check(account: Account, placed: Placed): void {
  const { lines } = account.books
  const sum = (keep: (line: Books['lines'][number]) => boolean) =>
    sumCents(lines.filter(keep).map((line) => line.amount))
  expect(sum(() => true)).toBe(0)
  expect(-sum((line) => line.account === accounts.customerCredit) + 0).toBe(placed.credit)
  expect(placed.credit).toBeGreaterThanOrEqual(0)
  for (const { id, discounted, undiscounted } of account.invoices) {
    const on = (name: 'receivables' | 'discountAtStake') =>
      sum((line) => line.invoice === id && line.account === accounts[name])
    expect(on('receivables')).toBe(placed.balances.get(id))
    expect(placed.balances.get(id)).toBeGreaterThanOrEqual(0)
    expect(on('discountAtStake')).toBe(
      placed.ppd.get(id) === 'open' ? undiscounted - discounted : 0,
    )
  }
  const live = new Set(account.invoices.map((invoice) => invoice.id))
  const gone = new Set(
    lines.flatMap(({ invoice }) => (invoice && !live.has(invoice) ? invoice : [])),
  )
  for (const id of gone)
    for (const account_number of Object.values(accounts))
      expect(sum((line) => line.invoice === id && line.account === account_number)).toBe(0)
}

test('whatever happens to an account, its books say what its invoices owe', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (list) => {
      const account = begin()
      list.forEach((one, id) => {
        act(account, one, id + 1)
        check(account, settle(account))
      })
      const before = account.books.lines.length
      const again = settle(account)
      const moved = account.books.lines.slice(before)
      expect(sumCents(moved.map((line) => line.amount))).toBe(0)
      expect(again).toEqual(place(account))
    }),
    { numRuns: sequences },
  )
})

test('the order in which payments are entered changes nothing', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (list) => {
      const account = begin()
      list.forEach((one, id) => {
        act(account, one, id + 1)
      })
      const placed = place(account)
      const backwards = place(account, [...account.money].reverse())
      expect(backwards.balances).toEqual(placed.balances)
      expect(backwards.ppd).toEqual(placed.ppd)
      expect(backwards.credit).toBe(placed.credit)
    }),
    { numRuns: sequences },
  )
})
