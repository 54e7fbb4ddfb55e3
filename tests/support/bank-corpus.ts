// A broker's month at the bank, made by a seed: customers, their open invoices, and lines of every
// kind people send, each with the truth of what it is. Knows nothing of how lines are matched.

import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { type CorpusCustomer, type CorpusInvoice, makeBook } from './bank-corpus-book.ts'
import { Chance } from './bank-corpus-chance.ts'

export const corpusClasses = {
  full_number: 33,
  customer_number: 12,
  digits: 8,
  account: 10,
  name: 6,
  several: 8,
  late_discount: 5,
  part_two_facts: 4,
  recorded: 3,
  part_one_fact: 3,
  wrong_digit: 2,
  shared_payer: 2,
  for_another: 2,
  near_amount: 1,
  stranger: 1,
} as const
export type CorpusClass = keyof typeof corpusClasses

/** These are to be found without asking. */
export const foundClasses: readonly CorpusClass[] = [
  'full_number',
  'customer_number',
  'digits',
  'account',
  'name',
  'several',
  'late_discount',
  'part_two_facts',
  'recorded',
]

export interface CorpusLine {
  id: number
  bankaccount_id: number
  transaction_date: string
  amount: Cents
  other_party: string | null
  particulars: string | null
  code: string | null
  reference: string | null
  memo: string | null
  other_account_hash: string | null
  bank_type: string | null
}

/** What a line really is. */
export interface Truth {
  kind: CorpusClass
  /** Whose money it is; null for strangers. */
  customer_id: number | null
  /** The invoices it is for. */
  keys: `i${number}`[]
  payment_id: number | null
}

export interface CorpusSizes {
  seed: number
  lines: number
  customers: number
  invoices: number
}

export function makeCorpus({ seed, lines, customers, invoices }: CorpusSizes) {
  const chance = new Chance(seed)
  const book = makeBook(chance, { customers, invoices })
  const writer = new LineWriter(chance, book)
  const classes = Object.entries(corpusClasses) as [CorpusClass, number][]
  const kinds = classes.flatMap(([kind, percent]) =>
    Array.from({ length: Math.round((lines * percent) / 100) }, () => kind),
  )
  const made = chance.shuffled(kinds).map((kind) => writer.write(kind))
  return {
    facts: factsOf(book, writer.recorded),
    lines: made.map(({ line }) => line),
    truths: made.map(({ truth }) => truth),
  }
}

type Book = ReturnType<typeof makeBook>

function factsOf({ customers, invoices }: Book, recorded: readonly RecordedPayment[]) {
  return {
    payers: customers.map(({ id, number, name, hash }) => ({
      customer_id: id,
      customer_number: number,
      names: [name],
      account_hashes: hash === null ? [] : [hash],
      is_parked: false,
    })),
    items: invoices.map(({ item }) => item),
    numbers: invoices.map(({ item }) => ({
      key: item.key,
      customer_id: item.customer_id,
      number: item.number,
      replaced_by: null,
    })),
    aliases: [],
    recorded,
    counterparts: [],
    suppliers: [],
    bills: [],
    deposits: [],
    patterns: [],
    rules: [],
  }
}

interface RecordedPayment {
  payment_id: number
  customer_id: number
  payment_date: string
  amount: Cents
  payment_type: string
}

interface MeantPayment {
  customer: CorpusCustomer
  invoice: CorpusInvoice
  truth: Truth
}

interface WrittenLine {
  line: CorpusLine
  truth: Truth
}

const CUTS = [12, 20, 32]
const WORDS = ['POWER', 'GAS', 'ENERGY', 'NOV', 'BILL', 'ACCOUNT', '']

class LineWriter {
  readonly recorded: RecordedPayment[] = []
  readonly #chance: Chance
  readonly #book: Book
  #count = 0

  constructor(chance: Chance, book: Book) {
    this.#chance = chance
    this.#book = book
  }

  write(kind: CorpusClass): WrittenLine {
    this.#count += 1
    if (kind === 'stranger') return this.#stranger()
    const chance = this.#chance
    const customer = this.#customerFor(kind)
    const invoice = this.#invoiceFor(kind, customer)
    const date = invoice.dayOfPayment(chance, kind === 'late_discount')
    const { amount, keys } = this.#paid(kind, customer, invoice, date)
    const line = this.#line(customer, date, amount)
    const truth: Truth = { kind, customer_id: customer.id, keys, payment_id: null }
    this.#facts[kind](line, { customer, invoice, truth })
    return { line, truth }
  }

  #customerFor(kind: CorpusClass): CorpusCustomer {
    const { single, withSeveral, withDiscount, owing, sharing, recorded } = this.#book
    if (kind === 'shared_payer') return this.#chance.pick(sharing)
    if (kind === 'recorded') return recorded[this.recorded.length] as CorpusCustomer
    if (kind === 'several') return this.#chance.pick(withSeveral)
    if (kind === 'late_discount') return this.#chance.pick(withDiscount)
    const needsAccount = ['account', 'part_two_facts', 'for_another'].includes(kind)
    return this.#chance.pick(needsAccount ? single : owing)
  }

  /** The newest page as a rule, for it asks for the older ones too; else the oldest alone. */
  #invoiceFor(kind: CorpusClass, { invoices }: CorpusCustomer): CorpusInvoice {
    const fitting = kind === 'late_discount' ? invoices.filter((one) => one.hasDiscount) : invoices
    const isOldest = kind !== 'late_discount' && this.#chance.of(0.15)
    return (isOldest ? fitting[0] : fitting.at(-1)) as CorpusInvoice
  }

  #paid(kind: CorpusClass, customer: CorpusCustomer, invoice: CorpusInvoice, date: string) {
    const chance = this.#chance
    const page = invoice.pageFigure(date)
    const keys = invoice.keys()
    if (kind === 'late_discount') return { amount: invoice.item.page.in_time, keys }
    if (kind === 'several') {
      const paid = customer.invoices.filter(({ item }) => item.sent_date <= date)
      const amount = paid.reduce((sum, one) => sum + one.ownFigure(date), 0)
      return { amount: wholeCents(amount), keys: paid.map(({ item }) => item.key) }
    }
    if (kind === 'part_two_facts' || kind === 'part_one_fact')
      return {
        amount: wholeCents(Math.max(500, Math.floor(page * (0.2 + 0.6 * chance.next())))),
        keys,
      }
    if (kind === 'near_amount')
      return {
        amount: wholeCents(page + chance.pick([-90, -45, -10, -1, 1, 9, 10, 90, 100])),
        keys,
      }
    return { amount: page, keys }
  }

  /** A line as the payer's bank sends it: some name, now and then the account, nothing else yet. */
  #line({ name, hash }: CorpusCustomer, date: string, amount: Cents): CorpusLine {
    const chance = this.#chance
    const shown = chance.of(0.7) ? name.toUpperCase() : name
    return {
      id: this.#count,
      bankaccount_id: 1,
      transaction_date: date,
      amount,
      other_party: shown.slice(0, chance.pick(CUTS)).trim(),
      particulars: null,
      code: null,
      reference: null,
      memo: chance.of(0.2) ? chance.pick(WORDS) || null : null,
      other_account_hash: chance.of(0.4) ? hash : null,
      bank_type: 'DC',
    }
  }

  /** What each kind of line says of its payer and purpose. */
  readonly #facts: Record<CorpusClass, (line: CorpusLine, meant: MeantPayment) => void> = {
    full_number: (line, { invoice }) => {
      if (this.#chance.of(0.3)) line.other_party = null
      this.#put(line, this.#spelt(invoice.item.number))
    },
    late_discount: (line, { invoice }) => this.#put(line, this.#spelt(invoice.item.number)),
    customer_number: (line, { customer }) => this.#put(line, this.#spelt(customer.number)),
    digits: (line, { invoice }) => {
      line.other_account_hash = null
      this.#put(line, invoice.item.number.replace(/\D/g, ''))
    },
    account: (line, { customer }) => {
      line.other_account_hash = customer.hash
      if (this.#chance.of(0.5)) line.other_party = null
    },
    name: (line, { customer }) => this.#nameAlone(line, customer),
    near_amount: (line, { customer }) => {
      if (this.#chance.of(0.5)) this.#nameAlone(line, customer)
      else line.other_account_hash = customer.hash
    },
    several: (line, { customer, truth }) => {
      if (this.#chance.of(0.6)) return this.#put(line, this.#spelt(customer.number))
      for (const key of truth.keys.slice(0, 3))
        this.#put(line, `INV-${10_000 + Number(key.slice(1))}`)
    },
    part_two_facts: (line, { customer, invoice }) => {
      line.other_account_hash = customer.hash
      this.#put(line, this.#spelt(invoice.item.number))
    },
    recorded: (line, { customer, truth }) => this.#record(line, customer, truth),
    part_one_fact: (line, { invoice }) => {
      line.other_account_hash = null
      line.other_party = null
      this.#put(line, this.#spelt(invoice.item.number))
    },
    wrong_digit: (line, { customer, invoice }) => {
      this.#nameAlone(line, customer)
      this.#put(line, this.#spelt(mistyped(this.#chance, invoice.item.number)))
    },
    for_another: (line, { invoice }) => {
      const payer = this.#chance.pick(this.#book.single)
      line.other_party = payer.name.toUpperCase().slice(0, 20)
      line.other_account_hash = payer.hash
      this.#put(line, this.#spelt(invoice.item.number))
    },
    shared_payer: (line, { customer }) => {
      line.other_party = 'HARBOUR PROPERTY MANAGEMENT'
      line.other_account_hash = customer.hash
    },
    stranger: () => undefined,
  }

  #nameAlone(line: CorpusLine, { name }: CorpusCustomer): void {
    line.other_account_hash = null
    line.other_party = name.toUpperCase().slice(0, this.#chance.pick(CUTS)).trim()
  }

  #record(line: CorpusLine, customer: CorpusCustomer, truth: Truth): void {
    truth.payment_id = this.#count
    this.recorded.push({
      payment_id: this.#count,
      customer_id: customer.id,
      payment_date: line.transaction_date,
      amount: line.amount,
      payment_type: 'bank_transfer',
    })
    this.#put(line, this.#spelt(customer.number))
  }

  /** Into one of the three fields that is free, cut at twelve characters. */
  #put(line: CorpusLine, text: string): void {
    const free = (['particulars', 'code', 'reference'] as const).filter((field) => !line[field])
    const field = free.length > 0 ? this.#chance.pick(free) : 'reference'
    line[field] = text.slice(0, 12).trim()
    const other = free.find((one) => one !== field)
    if (other && this.#chance.of(0.3)) line[other] = this.#chance.pick(WORDS) || null
  }

  #spelt(number: string): string {
    const [letters = '', digits = ''] = number.split('-')
    const ways = [
      number,
      number,
      number.toLowerCase(),
      letters + digits,
      `${letters} ${digits}`,
      `${letters}: ${digits}`,
    ]
    if (letters === 'INV') ways.push(`#${digits}`, `INVOICE${digits}`)
    // One character more than the field has: the last figure is lost.
    if (letters === 'INV' && this.#chance.of(0.03)) return `INVOICE ${digits}`
    return this.#chance.pick(ways)
  }

  #stranger(): WrittenLine {
    const chance = this.#chance
    const date = chance.day('2026-11-01', 15)
    const name = `${chance.pick(['ZEPHYR', 'QUARTZ', 'XENON', 'JUBILEE'])} ${chance.pick(['HOLDINGS', 'VENTURES', 'PARTNERS'])}`
    const amount = wholeCents(1000 + chance.below(300_000))
    const line = this.#line(
      { name, hash: `stranger ${chance.below(1e9)}` } as CorpusCustomer,
      date,
      amount,
    )
    if (chance.of(0.3)) line.reference = String(chance.below(1000))
    return { line, truth: { kind: 'stranger', customer_id: null, keys: [], payment_id: null } }
  }
}

/** One digit wrong, or two turned round. */
function mistyped(chance: Chance, number: string): string {
  const [letters = '', digits = ''] = number.split('-')
  const at = chance.below(digits.length - 1) + 1
  const wrong = (Number(digits[at]) + 1 + chance.below(9)) % 10
  return `${letters}-${digits.slice(0, at)}${wrong}${digits.slice(at + 1)}`
}
