import fc from 'fast-check'
import { type Money, type OwedInvoice, placeMoney } from '#domain/books/place-money.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'

const page = {
  amount: fc.integer({ min: 100, max: 60_000 }),
  due: fc.integer({ min: 0, max: 20 }),
  discount: fc.constantFrom('0', '10', '100'),
}
const invoicing = fc.record({ do: fc.constant('invoice' as const), ...page })
const drafting = fc.record({ do: fc.constant('draft' as const), ...page })

const paying = fc.record({
  do: fc.constant('pay' as const),
  how: fc.constantFrom('page', 'late page', 'part', 'over', 'any', 'clear', 'granted'),
  amount: fc.integer({ min: 1, max: 70_000 }),
  at: fc.nat(5),
  daysAgo: fc.nat(8),
  isNamed: fc.boolean(),
})

/** What people do with a customer's money; billing and paying most of all. */
const commands = fc.oneof(
  { weight: 4, arbitrary: invoicing },
  { weight: 2, arbitrary: drafting },
  { weight: 5, arbitrary: paying },
  fc.record({ do: fc.constant('credit' as const), amount: fc.integer({ min: 100, max: 20_000 }) }),
  fc.record({ do: fc.constant('refund' as const), at: fc.nat(5), share: fc.nat(100) }),
  fc.record({ do: fc.constant('cancel payment' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('cancel invoice' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('redo' as const), at: fc.nat(5), isSent: fc.boolean() }),
  fc.record({ do: fc.constantFrom('hold' as const, 'release' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('grant' as const), at: fc.nat(5) }),
  fc.record({
    do: fc.constantFrom('allocate' as const, 'unallocate' as const),
    at: fc.nat(5),
    to: fc.nat(5),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'recalculate' as const, 'send' as const),
      at: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late fees' as const) }) },
  fc.record({ do: fc.constant('waive' as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant('repeat' as const), at: fc.nat(30) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 25 }) }),
)
export type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

// What comes about seldom where everything comes in any order; -1 is the latest of its kind.
const latest = { at: -1 }
const soon = fc.record({
  ...page,
  do: fc.constant('invoice' as const),
  due: fc.nat(3),
  amount: fc.integer({ min: 5000, max: 60_000 }),
})
const late = fc.integer({ min: 14, max: 25 }).map((days) => ({ do: 'wait' as const, days }))
const stories: fc.Arbitrary<Command[]>[] = [
  fc
    .tuple(soon, late, fc.constantFrom(-1, -2), fc.option(fc.oneof(invoicing, drafting)))
    .map(([invoice, wait, at, next]) => [
      invoice,
      wait,
      { do: 'late fees' },
      ...(next ? [next] : []),
      { do: 'waive', at: next ? at : -1 },
    ]),
  drafting.map((draft) => [
    draft,
    { do: 'recalculate', ...latest },
    { do: 'approve', ...latest },
    { do: 'send', ...latest },
  ]),
  fc
    .tuple(soon, late)
    .map(([invoice, wait]) => [
      invoice,
      { do: 'hold', ...latest },
      wait,
      { do: 'late fees' },
      { do: 'release', ...latest },
    ]),
  fc
    .tuple(paying, soon, fc.integer({ min: 1, max: 100 }))
    .map(([pay, invoice, share]) => [
      { ...pay, how: 'any', isNamed: false },
      invoice,
      invoice,
      { do: 'unallocate', ...latest, to: -2, share },
      { do: 'allocate', ...latest, to: -1, share },
      { do: 'unallocate', ...latest, to: -1, share },
    ]),
]

/** Any order of things, and now and then one after the other as people do them. */
export function lives(most: number, limits: fc.ArrayConstraints): fc.Arbitrary<Command[]> {
  const one = commands.map((command): Command[] => [command])
  const part = fc.oneof(
    { weight: 16, arbitrary: one },
    ...stories.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
  return fc.array(part, limits).map((list) => list.flat().slice(0, most))
}

export interface ClosedRest {
  invoice_id: number
  rest: number
  date: string
}

interface ModelPayment {
  id: number
  date: string
  amount: number
  refunded: number
  isCancelled: boolean
  names: number | null
  /** What waits for the new draft of a redone invoice. */
  reserved: number
  /** The rest of an invoice that was written off with it. */
  closed: ClosedRest | null
  manual: { invoice_id: number; amount: number }[]
}

/** What we believe, kept beside the database and by other means. */
export interface Model {
  invoices: OwedInvoice[]
  credits: { id: number; date: string; amount: number }[]
  payments: ModelPayment[]
  /** Drafts and what is approved, with what their lines come to: nobody owes them yet. */
  unsent: { id: number; charges: string }[]
  /** Invoices whose late fee was waived: they are never charged again. */
  excused: Set<number>
  /** Late fees that turned out not to be owed, by the invoice that had billed them. */
  waived: Map<number, number>
}

export const emptyModel = (): Model => ({
  invoices: [],
  credits: [],
  payments: [],
  unsent: [],
  excused: new Set(),
  waived: new Map(),
})

/** A fee that is taken off its invoice counts as forgiven from the start. */
export function noteWaived(model: Model, rows: readonly { id: number; waived: string }[]): void {
  for (const { id, waived } of rows) {
    const more = cents(waived) - (model.waived.get(id) ?? 0)
    model.waived.set(id, cents(waived))
    const one = model.invoices.find((invoice) => invoice.id === id)
    if (!one) continue
    one.forgiven = wholeCents(one.forgiven + more)
    one.forgiven_in_time = wholeCents(one.forgiven_in_time + more)
  }
}

export function addSent(model: Model, row: Invoice): void {
  const { id, invoiced_date, due_date, discounted_date, invoiced_at } = row
  if (!invoiced_date || !due_date || !discounted_date || !invoiced_at)
    throw new Error(`Invoice ${id} has not gone out.`)
  const discounted = cents(row.discounted_total_this_period ?? '0.00')
  if (discounted < 0) {
    model.credits.push({ id, date: invoiced_date, amount: -discounted })
    return
  }
  model.invoices.push({
    id,
    due_date,
    discounted_date,
    discounted,
    undiscounted: cents(row.undiscounted_total_this_period ?? '0.00'),
    forgiven: wholeCents(0),
    forgiven_in_time: wholeCents(0),
    sent_date: invoiced_date,
    is_held: false,
    ppd_granted: false,
    sent_order: Date.parse(invoiced_at),
    page_items: (row.page_items ?? []).map((item) => item.invoice_id),
    discounted_total: cents(row.discounted_total ?? '0.00'),
    undiscounted_total: cents(row.undiscounted_total ?? '0.00'),
  })
}

/** Where the money should lie, by the model alone. */
export function expected(model: Model, today: string) {
  const money: Money[] = model.payments
    .filter((one) => !one.isCancelled)
    .map((one) => ({
      id: `p${one.id}`,
      date: one.date,
      amount: wholeCents(one.amount - one.refunded),
      names: one.names,
      manual: one.manual.map(({ invoice_id, amount }) => ({
        invoice_id,
        amount: wholeCents(amount),
      })),
      reserved: wholeCents(one.reserved),
      refunded: wholeCents(one.refunded),
    }))
  const credits: Money[] = model.credits.map(({ id, date, amount }) => ({
    id: `c${id}`,
    date,
    amount: wholeCents(amount),
    names: null,
    manual: [],
    reserved: wholeCents(0),
    refunded: wholeCents(0),
  }))
  const rules = { today, ppd_needs_old_balance: true, ppd_tolerance_cents: 0 }
  const placed = placeMoney(model.invoices, [...money, ...credits], rules)
  const owed = sumCents(placed.balances.values())
  return { placed, owed, total: wholeCents(owed - placed.credit) }
}
