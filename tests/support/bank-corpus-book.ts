// Customers and their open invoices: some pay several contracts of one month, others are behind and
// get pages that carry what is overdue.

import { addDays } from '#domain/kit/day-number.ts'
import { type Cents, wholeCents } from '#domain/kit/money.ts'
import type { Chance } from './bank-corpus-chance.ts'
import { firstNames, firstWords, lastNames, places, secondWords } from './bank-corpus-names.ts'

export interface CorpusCustomer {
  id: number
  number: string
  name: string
  hash: string | null
  isSharing: boolean
  /** The oldest first. */
  invoices: CorpusInvoice[]
}

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11']

/** An invoice as it is owed; all amounts are cents. */
interface CorpusItem {
  key: `i${number}`
  customer_id: number
  number: string
  due_date: string
  in_time_until: string
  sent_date: string
  discounted: Cents
  undiscounted: Cents
  ppd_granted: boolean
  forgiven: Cents
  placed: Cents
  is_held: boolean
  announced_fee: Cents
  page: {
    in_time: Cents
    late: Cents
    carried: { key: `i${number}`; printed: Cents }[]
    old_items_first: boolean
  }
}

export class CorpusInvoice {
  readonly item: CorpusItem
  readonly #carried: readonly CorpusInvoice[]

  constructor(facts: {
    id: number
    customer_id: number
    month: string
    discounted: number
    undiscounted: number
    carried: readonly CorpusInvoice[]
    isStrict: boolean
  }) {
    this.#carried = facts.carried
    const old = facts.carried.reduce((sum, one) => sum + one.item.undiscounted, 0)
    const none = wholeCents(0)
    this.item = {
      key: `i${facts.id}` as const,
      customer_id: facts.customer_id,
      number: `INV-${10_000 + facts.id}`,
      due_date: `${facts.month}-20`,
      in_time_until: `${facts.month}-15`,
      sent_date: `${facts.month}-01`,
      discounted: wholeCents(facts.discounted),
      undiscounted: wholeCents(facts.undiscounted),
      ppd_granted: false,
      forgiven: none,
      placed: none,
      is_held: false,
      announced_fee: none,
      page: {
        in_time: wholeCents(old + facts.discounted),
        late: wholeCents(old + facts.undiscounted),
        carried: facts.carried.map(({ item }) => ({ key: item.key, printed: item.undiscounted })),
        old_items_first: facts.isStrict,
      },
    }
  }

  get hasDiscount(): boolean {
    return this.item.discounted < this.item.undiscounted
  }

  /** Thirty in a hundred pay late. */
  dayOfPayment(chance: Chance, isLate: boolean): string {
    const { sent_date, in_time_until } = this.item
    if (isLate || chance.of(0.3)) return chance.day(addDays(in_time_until, 1), 20)
    return chance.day(addDays(sent_date, 2), 13)
  }

  /** What its page asked for on a day. */
  pageFigure(date: string): Cents {
    return date <= this.item.in_time_until ? this.item.page.in_time : this.item.page.late
  }

  /** What it asks for itself. */
  ownFigure(date: string): Cents {
    return date <= this.item.in_time_until ? this.item.discounted : this.item.undiscounted
  }

  keys(): `i${number}`[] {
    return [...this.#carried.map(({ item }) => item.key), this.item.key]
  }
}

export function makeBook(chance: Chance, sizes: { customers: number; invoices: number }) {
  const customers = Array.from({ length: sizes.customers }, (_, at) => customerOf(chance, at + 1))
  const counts = customers.map(() => 0)
  for (let left = sizes.invoices; left > 0; left -= 1) {
    const at = left <= customers.length ? left - 1 : chance.below(customers.length)
    counts[at] = (counts[at] ?? 0) + 1
  }
  let id = 0
  for (const [at, customer] of customers.entries()) {
    const count = counts[at] ?? 0
    const isChain = count <= MONTHS.length && chance.of(0.5)
    for (let place = 0; place < count; place += 1) {
      id += 1
      const discounted = figureOf(chance)
      const undiscounted = chance.of(0.6) ? Math.round(discounted / 0.9) : discounted
      const month = isChain ? (MONTHS[MONTHS.length - count + place] as string) : '2026-11'
      const carried = isChain ? [...customer.invoices] : []
      const facts = { id, customer_id: customer.id, month, discounted, undiscounted }
      customer.invoices.push(new CorpusInvoice({ ...facts, carried, isStrict: true }))
    }
  }
  const all = customers.filter((one) => one.invoices.length > 0 && !one.isSharing)
  // Whose payment was recorded by hand sends no other line of the same amount.
  const isRecorded = ({ id }: CorpusCustomer) => id % 12 === 5
  const owing = all.filter((one) => !isRecorded(one))
  const isOfOneMonth = ({ invoices }: CorpusCustomer) =>
    invoices.every(({ item }) => item.sent_date === '2026-11-01')
  return {
    customers,
    invoices: customers.flatMap((one) => one.invoices),
    owing,
    recorded: chance.shuffled(all.filter(isRecorded)),
    single: owing.filter(({ hash }) => hash !== null),
    sharing: customers.filter((one) => one.isSharing && one.invoices.length > 0),
    withSeveral: owing.filter((one) => one.invoices.length > 1 && isOfOneMonth(one)),
    withDiscount: owing.filter(({ invoices }) => invoices.some((one) => one.hasDiscount)),
  }
}

/** From 20 to some thousand dollars; one in twenty pays a round figure like many others. */
function figureOf(chance: Chance): number {
  if (chance.of(0.05)) return chance.pick([5000, 10_000, 11_500, 20_000])
  return Math.round(2000 * Math.exp(4 * chance.next()))
}

const placeOf = (chance: Chance) => (chance.of(0.6) ? ` ${chance.pick(places)}` : '')
const secondOf = (chance: Chance) => (chance.of(0.6) ? ` ${chance.pick(firstNames)}` : '')

function customerOf(chance: Chance, id: number): CorpusCustomer {
  const isBusiness = chance.of(0.5)
  const isSharing = id % 50 < 2
  const name = isBusiness
    ? `${chance.pick(firstWords)} ${chance.pick(secondWords)}${placeOf(chance)}${chance.pick([' Ltd', ' Limited', ''])}`
    : `${chance.pick(['', '', '', 'Mr ', 'Mrs ', 'Ms '])}${chance.pick(firstNames)}${secondOf(chance)} ${chance.pick(lastNames)}`
  return {
    id,
    number: `C-${1000 + id}`,
    name,
    // Flats of one landlord are paid from one account.
    hash: isSharing ? `landlord ${Math.floor(id / 150)}` : chance.of(0.85) ? `account ${id}` : null,
    isSharing,
    invoices: [],
  }
}
