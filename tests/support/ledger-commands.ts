import fc from 'fast-check'

/** How a contract bills: its discount, its fee and when its invoices are due. */
export interface ContractTerms {
  discount_percent: string
  service_fee_percent: string
  due_date_type: 'offset' | 'fixed'
  due_date_value_offset: number
  due_date_value_fixed: number
}

export const contractTerms: fc.Arbitrary<ContractTerms> = fc.record({
  discount_percent: fc.constantFrom('0', '10', '10', '4.5', '100'),
  service_fee_percent: fc.constantFrom('0', '5'),
  due_date_type: fc.constantFrom('offset' as const, 'offset' as const, 'fixed' as const),
  due_date_value_offset: fc.integer({ min: 0, max: 20 }),
  due_date_value_fixed: fc.integer({ min: 1, max: 31 }),
})

/** One of those there are; -1 is the latest. */
const at = fc.nat(5)
const page = {
  contract: fc.nat(1),
  amount: fc.integer({ min: 100, max: 60_000 }),
  /** Days given by hand; else the contract's rule. */
  due: fc.option(fc.nat(20)),
}
const invoicing = fc.record({ do: fc.constant('invoice' as const), ...page })
const drafting = fc.record({ do: fc.constant('draft' as const), ...page })

const paying = fc.record({
  do: fc.constant('pay' as const),
  how: fc.constantFrom(
    ...(['page', 'page', 'late page', 'still to pay', 'part', 'over', 'any'] as const),
    ...(['clear', 'granted'] as const),
  ),
  amount: fc.integer({ min: 1, max: 70_000 }),
  at,
  daysAgo: fc.oneof(fc.constant(0), fc.nat(12)),
  isNamed: fc.boolean(),
})

const bankPaying = fc.record({
  do: fc.constant('bank pay' as const),
  at,
  isPage: fc.boolean(),
  amount: fc.integer({ min: 1, max: 70_000 }),
  daysAgo: fc.oneof(fc.constant(0), fc.nat(8)),
  isSplit: fc.boolean(),
  account: fc.constantFrom(0 as const, 1 as const),
})

const settings = fc.oneof(
  fc.record({ name: fc.constant('ppd_grace_working_days' as const), value: fc.constantFrom(0, 3) }),
  fc.record({ name: fc.constant('ppd_tolerance_cents' as const), value: fc.constantFrom(0, 50) }),
  fc.record({ name: fc.constant('ppd_needs_old_balance' as const), value: fc.boolean() }),
  fc.record({
    name: fc.constant('late_fee_amount' as const),
    value: fc.constantFrom('10.00', '12.35', '0.00'),
  }),
  fc.record({ name: fc.constant('late_fee_grace_days' as const), value: fc.constantFrom(0, 2, 5) }),
  fc.record({
    name: fc.constant('late_fee_minimum' as const),
    value: fc.constantFrom('20.00', '0.00', '500.00'),
  }),
)

/** The customer asked for it, or is given notice; the whole, or a part. */
const collecting = fc.record({
  do: fc.constant('collect' as const),
  at,
  isAskedFor: fc.boolean(),
  share: fc.constantFrom(100, 100, 40),
})

/** What the provider tells of a debit. */
const telling = fc.record({
  do: fc.constant('debit' as const),
  at,
  told: fc.constantFrom(
    ...(['honoured', 'honoured', 'paid out', 'not honoured', 'taken back', 'given back'] as const),
  ),
})

const done = <D extends string>(...names: D[]) => fc.record({ do: fc.constantFrom(...names), at })

/** What people do with a customer's money; billing and paying most of all. */
const commands = fc.oneof(
  { weight: 4, arbitrary: invoicing },
  { weight: 2, arbitrary: drafting },
  { weight: 12, arbitrary: paying },
  fc.record({
    do: fc.constant('credit' as const),
    contract: fc.nat(1),
    amount: fc.integer({ min: 100, max: 20_000 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      at,
      share: fc.integer({ min: 1, max: 100 }),
      outOf: fc.option(fc.nat(3)),
      invoice_outcome: fc.constantFrom('reopened', 'reversed', 'written_off', undefined),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      kind: fc.constantFrom('opening_balance' as const, 'goodwill' as const, 'correction' as const),
      isDebit: fc.boolean(),
      with_gst: fc.boolean(),
      amount: fc.integer({ min: 1, max: 30_000 }),
      due: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay out' as const),
      at,
      share: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('later dates' as const),
      at,
      days: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: bankPaying },
  { weight: 4, arbitrary: done('bank link', 'unmatch') },
  { weight: 1, arbitrary: done('dishonour') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('transfer' as const, 'lock' as const),
      days: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: done('authorise') },
  { weight: 2, arbitrary: collecting },
  { weight: 4, arbitrary: telling },
  { weight: 3, arbitrary: done('cancel payment', 'grant with payment') },
  { weight: 2, arbitrary: done('cancel invoice', 'write off') },
  { weight: 5, arbitrary: done('hold', 'release', 'grant', 'revoke') },
  { weight: 1, arbitrary: done('waive') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('redo' as const), at, isSent: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('allocate' as const, 'unallocate' as const),
      at,
      to: at,
      share: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 3, arbitrary: done('approve', 'recalculate', 'delete', 'cancel unsent') },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('send' as const), at, new_dates: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set' as const), setting: settings }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), at: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('late fees' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 25 }),
    }),
  },
)
/** One command for each thing that can be done. */
type Split<C> = C extends { do: infer D extends string }
  ? D extends string
    ? Omit<C, 'do'> & { do: D }
    : never
  : never
export type Command = Split<typeof commands extends fc.Arbitrary<infer C> ? C : never>

export type CommandOf<D extends Command['do']> = Extract<Command, { do: D }>

// What comes about seldom where everything comes in any order.
const latest = { at: -1 }
const sendLatest: Command = { do: 'send', at: -1, new_dates: true }
const soon = invoicing.map((one) => ({ ...one, due: one.amount % 4, amount: one.amount + 5000 }))
const late = fc.integer({ min: 14, max: 25 }).map((days) => ({ do: 'wait' as const, days }))
const stories: fc.Arbitrary<Command[]>[] = [
  fc
    .tuple(
      paying,
      fc.integer({ min: 1000, max: 30_000 }),
      fc.integer({ min: 1, max: 100 }),
      invoicing,
    )
    .map(([pay, amount, share, next]): Command[] => [
      { ...pay, how: 'over', at: -1, isNamed: true },
      { do: 'adjust', kind: 'goodwill', isDebit: false, with_gst: true, amount, due: 0 },
      { do: 'pay out', at: -1, share },
      next,
    ]),
  fc
    .tuple(soon, late, fc.constantFrom(-1, -2), fc.option(fc.oneof(invoicing, drafting)))
    .map(([invoice, wait, which, next]) => [
      invoice,
      wait,
      { do: 'late fees' },
      ...(next ? [next] : []),
      { do: 'waive', at: next ? which : -1 },
    ]),
  fc
    .tuple(drafting, fc.boolean(), fc.nat(9), fc.constantFrom('send', 'send', 'cancel unsent'))
    .map(([draft, isRead, days, end]): Command[] => [
      draft,
      ...(isRead ? [{ do: 'recalculate' as const, ...latest }] : []),
      { do: 'approve', ...latest },
      ...(days > 3 ? [{ do: 'wait' as const, days }] : []),
      ...(end === 'send' ? [sendLatest] : [{ do: 'cancel unsent' as const, ...latest }]),
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
  fc
    .tuple(soon, paying, fc.boolean(), fc.constantFrom('send', 'delete'))
    .map(([invoice, pay, isSent, end]): Command[] => [
      invoice,
      { ...pay, at: -1 },
      { do: 'redo', at: -1, isSent },
      ...(isSent || end === 'delete' ? [] : [{ do: 'approve' as const, ...latest }, sendLatest]),
      ...(isSent || end === 'send' ? [] : [{ do: 'delete' as const, ...latest }]),
    ]),
  fc
    .tuple(paying, late)
    .map(([pay, wait]) => [
      { ...pay, at: -1 },
      { do: 'grant', ...latest },
      wait,
      { do: 'revoke', ...latest },
    ]),
  fc
    .tuple(soon, late, paying)
    .map(([invoice, wait, pay]) => [
      invoice,
      wait,
      { do: 'write off', ...latest },
      { ...pay, at: -1, isNamed: true },
    ]),
  fc
    .tuple(bankPaying, invoicing, fc.constantFrom('dishonour' as const, 'unmatch' as const))
    .map(([pay, next, end]) => [{ ...pay, at: -1 }, next, { do: end, at: -1 }]),
  fc
    .tuple(soon, late, paying)
    .map(([invoice, wait, pay]): Command[] => [
      invoice,
      wait,
      { ...pay, how: 'page', at: -1 },
      { do: 'grant with payment', ...latest },
    ]),
  fc
    .tuple(soon, collecting, paying, telling)
    .map(([invoice, collected, pay, tell]): Command[] => [
      invoice,
      { do: 'authorise', ...latest },
      { ...collected, ...latest },
      { ...pay, at: -1 },
      { ...tell, ...latest },
    ]),
  fc
    .tuple(invoicing, late, fc.boolean(), fc.boolean())
    .map(([invoice, wait, isHonoured, isTakenBack]): Command[] => [
      { do: 'authorise', ...latest },
      { ...invoice, amount: invoice.amount + 5000 },
      wait,
      { do: 'debit', ...latest, told: isHonoured ? 'honoured' : 'not honoured' },
      ...(isHonoured ? [{ do: 'debit' as const, ...latest, told: 'paid out' as const }] : []),
      ...(isTakenBack ? [{ do: 'debit' as const, ...latest, told: 'taken back' as const }] : []),
      ...(isTakenBack ? [{ do: 'debit' as const, ...latest, told: 'given back' as const }] : []),
    ]),
  fc
    .tuple(paying, soon)
    .map(([pay, next]): Command[] => [
      { ...pay, at: -1 },
      { do: 'bank link', at: -1 },
      next,
      { do: 'unmatch', at: -1 },
    ]),
]

/** Billed at our rates, or the supplier's bill passed on: paid to the supplier, or through us. */
export type Billing = 'standard' | 'direct' | 'through_us'

export interface Life {
  billing: Billing
  contracts: [ContractTerms, ContractTerms]
  list: Command[]
}

/** Any order of things, and now and then one after the other as people do them. */
export function lives(most: number, limits: fc.ArrayConstraints): fc.Arbitrary<Life> {
  // Each is one of them, which the generator's own type does not say.
  const one = commands.map((command) => [command as Command])
  const part = fc.oneof(
    { weight: 50, arbitrary: one },
    ...stories.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
  return fc.record({
    billing: fc.constantFrom<Billing>('standard', 'standard', 'standard', 'direct', 'through_us'),
    contracts: fc.tuple(contractTerms, contractTerms),
    list: fc
      .tuple(fc.oneof(invoicing, soon), fc.array(part, limits))
      .map(([first, list]) => [first, ...list.flat()].slice(0, most)),
  })
}
