// What the matcher looks lines up in, built once for thousands of them.

import type { ItemKey } from '#domain/books/account.ts'
import { numberKey } from '#domain/kit/number-key.ts'
import type { ConfirmedPattern } from './confirmed-pattern.ts'
import type { DepositItem } from './deposit.ts'
import type {
  Counterpart,
  MatchFacts,
  OpenBill,
  PayerFacts,
  RecordedPayment,
  SupplierFacts,
} from './match-facts.ts'
import { digitsOf, prefixOf } from './number-tokens.ts'
import { nameForms, nameKey } from './payer-name.ts'

/** A document or customer that a number names. */
export interface NamedThing {
  customer_id: number
  /** The item; null where the number is the customer's. */
  key: ItemKey | null
  /** As it is written. */
  number: string
}

export interface MatchIndex {
  facts: MatchFacts
  payers: Map<number, PayerFacts>
  items: Map<ItemKey, DepositItem>
  itemsOf: Map<number, DepositItem[]>
  numbers: Map<string, NamedThing[]>
  /** Keys of all numbers in order, for those that were cut. */
  sorted: string[]
  prefixes: Set<string>
  digits: Map<string, NamedThing[]>
  /** Customers by keyed hash of an account, by text alias and by name. */
  accounts: Map<string, Set<number>>
  texts: Map<string, Set<number>>
  names: Map<string, Set<number>>
  /** Keys of accounts and texts that people have used for several customers. */
  shared: Set<string>
  /** Names in order, for those that were cut. */
  forms: NameForm[]
  /** Pages by each figure they printed. */
  figures: Map<number, DepositItem[]>
  /** Payments that no line confirms yet, by amount. */
  recorded: Map<number, RecordedPayment[]>
  /** Those of them that are banked together, such as cheques. */
  banked: RecordedPayment[]
  counterparts: Map<number, Counterpart[]>
  billsOf: Map<number, OpenBill[]>
  suppliers: SupplierIndex
  patterns: Map<string, ConfirmedPattern[]>
}

export interface NameForm {
  form: string
  customer_id: number
}

/** The place of the first of an ordered list that is not before the text. */
export function firstFrom<Value>(
  ordered: readonly Value[],
  textOf: (value: Value) => string,
  text: string,
): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // The middle lies between two places of the list.
    if (textOf(ordered[middle] as Value) < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Suppliers by keyed hash of an account, by our number with them, by name. */
export interface SupplierIndex {
  accounts: Map<string, SupplierFacts[]>
  numbers: Map<string, SupplierFacts[]>
  names: Map<string, SupplierFacts[]>
}

/** Confirmed so often by people, a text counts as hard evidence. */
const CONFIRMED_TEXT = 2

/** What is carried to the bank, or settled by it, together. */
export const bankedTogether = ['cash', 'cheque', 'card']

export function buildIndex(facts: MatchFacts): MatchIndex {
  const index: MatchIndex = {
    facts,
    payers: new Map(facts.payers.map((payer) => [payer.customer_id, payer])),
    items: new Map(facts.items.map((item) => [item.key, item])),
    itemsOf: Map.groupBy(facts.items, ({ customer_id }) => customer_id),
    numbers: new Map(),
    sorted: [],
    prefixes: new Set(),
    digits: new Map(),
    accounts: new Map(),
    texts: new Map(),
    names: new Map(),
    shared: new Set(),
    forms: [],
    figures: new Map(),
    recorded: Map.groupBy(facts.recorded, ({ amount }) => amount),
    banked: facts.recorded.filter(({ payment_type }) => bankedTogether.includes(payment_type)),
    counterparts: Map.groupBy(facts.counterparts, ({ amount }) => amount),
    suppliers: supplierIndex(facts.suppliers),
    billsOf: Map.groupBy(facts.bills, ({ supplier_id }) => supplier_id),
    patterns: Map.groupBy(facts.patterns, ({ key }) => key),
  }
  addNumbers(index)
  for (const payer of facts.payers) addPayer(index, payer)
  addAliases(index)
  for (const item of facts.items)
    if (item.page)
      for (const figure of new Set([item.page.in_time, item.page.late]))
        add(index.figures, figure, item)
  index.sorted = [...index.numbers.keys()].sort()
  index.forms.sort((a, b) => (a.form < b.form ? -1 : a.form > b.form ? 1 : 0))
  return index
}

function supplierIndex(suppliers: readonly SupplierFacts[]): SupplierIndex {
  const index: SupplierIndex = { accounts: new Map(), numbers: new Map(), names: new Map() }
  for (const supplier of suppliers) {
    for (const hash of supplier.account_hashes) add(index.accounts, hash, supplier)
    for (const number of supplier.numbers) add(index.numbers, numberKey(number), supplier)
    for (const name of new Set(supplier.names.map(nameKey))) add(index.names, name, supplier)
  }
  return index
}

function addNumbers(index: MatchIndex): void {
  const replaced = new Map(index.facts.numbers.map((one) => [one.key, one.replaced_by]))
  for (const { key, customer_id, number } of index.facts.numbers)
    addNumber(index, { customer_id, number, key: standingFor(key, replaced) })
  for (const { customer_id, customer_number } of index.facts.payers)
    if (customer_number) addNumber(index, { customer_id, number: customer_number, key: null })
}

/** The number of a redone invoice means what took its place, which may have been redone as well. */
function standingFor(key: ItemKey, replaced: ReadonlyMap<ItemKey, ItemKey | null>): ItemKey {
  const seen = new Set<ItemKey>()
  let standing = key
  for (let next = replaced.get(key); next && !seen.has(next); next = replaced.get(next)) {
    seen.add(next)
    standing = next
  }
  return standing
}

function addNumber(index: MatchIndex, thing: NamedThing): void {
  const number = numberKey(thing.number)
  if (!/[0-9]$/.test(number)) return
  add(index.numbers, number, thing)
  const prefix = prefixOf(thing.number)
  if (prefix !== '') index.prefixes.add(prefix)
  const digits = digitsOf(thing.number)
  if (digits !== null) add(index.digits, digits, thing)
}

function addPayer(index: MatchIndex, { customer_id, names, account_hashes }: PayerFacts): void {
  for (const hash of account_hashes) include(index.accounts, hash, customer_id)
  for (const name of names) {
    include(index.names, nameKey(name), customer_id)
    for (const form of nameForms(name)) index.forms.push({ form, customer_id })
  }
}

/** What was taught: an account from its first time on, words from their second. */
function addAliases(index: MatchIndex): void {
  for (const { kind, alias_key, customer_id, confirmations, is_shared } of index.facts.aliases) {
    if (is_shared) index.shared.add(alias_key)
    if (kind === 'account') include(index.accounts, alias_key, customer_id)
    else if (is_shared || confirmations >= CONFIRMED_TEXT)
      include(index.texts, alias_key, customer_id)
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function include(map: Map<string, Set<number>>, key: string, customer_id: number): void {
  const set = map.get(key)
  if (set) set.add(customer_id)
  else map.set(key, new Set([customer_id]))
}
