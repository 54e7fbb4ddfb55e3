import { type Cents, wholeCents } from '#domain/kit/money.ts'
import type { Account, ItemKey, Money, MoneyKey, Outcome, Placement } from './account.ts'
import type { ItemPart, MoneyPart } from './account-changes.ts'
import {
  byDueDate,
  inOrder,
  isInTime,
  MoneyDesk,
  neededInTime,
  type OpenItem,
  type Purse,
} from './money-desk.ts'

/** What happened: only the money it is about is moved. */
export interface MoneyEvent {
  /** Money that came in, or credit that was given. */
  received?: MoneyKey | undefined
  /** An item that went out, and what had been set aside for it. */
  sent?: SendingItem | undefined
  /** Money of which somebody says now what it was meant for. */
  renamed?: MoneyKey | undefined
  /** Money of a refund that came back: it lies again where it was taken off. */
  returned?: { money: MoneyKey; parts: readonly ItemPart[] } | undefined
  /** Money that somebody puts on an item, wherever the rules had put it. */
  by_hand?: { money: MoneyKey; item: ItemKey; amount: Cents } | undefined
}

interface SendingItem {
  item: ItemKey
  /** Of money that paid what it replaces. */
  kept?: readonly MoneyPart[]
  /** Taken off another item by hand, and meant for the next invoice ever since. */
  waited?: readonly MoneyPart[]
}

export interface SettledAccount {
  placements: Placement[]
  money: Money[]
  outcomes: Map<ItemKey, Outcome>
  /** What lies on no item, whatever it waits for. */
  credit: Cents
}

/**
 * Where a customer's money lies after something happened. What was placed stays placed, unless the
 * event is about it; an item that holds too much gives back, and free credit pays what is open.
 */
export function settleMoney(
  account: Account,
  today: string,
  event: MoneyEvent = {},
): SettledAccount {
  const desk = new MoneyDesk(account, today)
  const received = event.received && desk.purses.get(event.received)
  if (received) placeAsDated(desk, received)
  const renamed = event.renamed && desk.purses.get(event.renamed)
  if (renamed) {
    desk.lift(renamed)
    putDown(desk, renamed)
  }
  if (event.sent) payNewPage(desk, event.sent)
  if (event.returned) putBack(desk, event.returned)
  if (event.by_hand) putByHand(desk, event.by_hand)
  balanceOut(desk)
  return {
    placements: desk.placements(),
    money: [...desk.purses.values()].map(({ placed: _placed, ...money }) => money),
    outcomes: new Map([...desk.items].map(([key, item]) => [key, outcomeOf(desk, item)])),
    credit: wholeCents(
      [...desk.purses.values()].reduce((sum, purse) => sum + purse.amount - purse.placed, 0),
    ),
  }
}

function outcomeOf(desk: MoneyDesk, item: OpenItem): Outcome {
  const { written_off } = item
  return { ppd: desk.ppdOf(item), balance: wholeCents(desk.balance(item)), written_off }
}

/**
 * Money is placed as if it had been there on its day: what the rules did with later money is lifted,
 * it is put down, and the lifted money follows day by day, with the invoices sent between them
 * taking the credit there was. So the order in which money is typed never matters. What a document of
 * the same day gave is no money that was typed late: neither moves for the other.
 */
function placeAsDated(desk: MoneyDesk, purse: Purse): void {
  const purses = [...desk.purses.values()].sort(inOrder)
  const after = purses
    .slice(purses.indexOf(purse))
    .filter((one) => one === purse || one.date > purse.date || isGiven(one) === isGiven(purse))
  for (const one of after) desk.lift(one)
  const items = [...desk.items.values()].sort(bySending)
  const upcoming = items.filter((item) => item.sent_date >= purse.date)
  const placed = purses.filter((one) => !after.includes(one))
  for (const one of after) {
    while (upcoming[0] && upcoming[0].sent_date < one.date)
      spendCredit(desk, [upcoming.shift() as OpenItem], placed)
    putDown(desk, one)
    placed.push(one)
  }
  for (const item of upcoming) spendCredit(desk, [item], placed)
}

/** One in another's place counts from the day of that one. */
function bySending(a: OpenItem, b: OpenItem): number {
  return a.sent_date < b.sent_date
    ? -1
    : a.sent_date > b.sent_date
      ? 1
      : a.sent_order - b.sent_order
}

/**
 * What was kept for it lies on it first; then what waited and other credit pay what its page carries,
 * and itself. What waited was led here by somebody's hand, and the page has printed what it leaves to
 * pay: so it lies there as put by hand, and no money that is entered later sends it elsewhere.
 */
function payNewPage(desk: MoneyDesk, { item: key, kept = [], waited = [] }: SendingItem): void {
  const item = desk.items.get(key)
  if (!item) return
  for (const { purse, amount, isManual } of partsInOrder(desk, kept))
    put(desk, purse, item, amount, { isManual })
  const carried = (item.page?.carried ?? []).flatMap((one) => desk.items.get(one.key) ?? [])
  const toPay = [...carried, item]
  for (const { purse, amount, isManual } of partsInOrder(desk, waited)) {
    let left: number = amount
    for (const one of toPay) left -= put(desk, purse, one, left, { isManual })
  }
  spendCredit(desk, toPay)
}

function putBack(desk: MoneyDesk, { money, parts }: NonNullable<MoneyEvent['returned']>): void {
  const purse = desk.purses.get(money)
  for (const { item: key, amount } of parts) {
    const item = desk.items.get(key)
    if (purse && item) put(desk, purse, item, Math.min(amount, desk.free(purse)), { isNamed: true })
  }
}

function partsInOrder(desk: MoneyDesk, parts: readonly MoneyPart[]) {
  return parts
    .flatMap(({ money, amount, is_manual: isManual }) => {
      const purse = desk.purses.get(money)
      return purse ? [{ purse, amount, isManual }] : []
    })
    .sort((a, b) => inOrder(a.purse, b.purse))
}

/** It comes from credit, then from where the rules had put it; the rules' money makes room. */
function putByHand(
  desk: MoneyDesk,
  { money, item: key, amount }: NonNullable<MoneyEvent['by_hand']>,
) {
  const [purse, item] = [desk.purses.get(money), desk.items.get(key)]
  if (!purse || !item) return
  const waited = Math.min(purse.waiting, amount)
  purse.waiting = wholeCents(purse.waiting - waited)
  for (const pile of desk.lyingOn(item).filter((one) => one.by_rule > 0))
    desk.takeOffRule(pile.purse, item, amount - desk.balance(item))
  const elsewhere = [...desk.items.values()].sort(byDueDate).reverse()
  for (const other of elsewhere) desk.takeOffRule(purse, other, amount - desk.free(purse))
  desk.put(purse, item, amount, true)
}

/** Gives back what is too much and pays what is open out of credit, until all is still. */
function balanceOut(desk: MoneyDesk): void {
  let hasMoved = true
  for (let round = 0; hasMoved; round += 1) {
    // Each round settles an item for good: more rounds than items would be a mistake of ours.
    if (round > 10 * (desk.items.size + 1)) throw new Error('Money does not come to rest.')
    const held = [...desk.items.values()].map((item) => giveBack(desk, item))
    const used = spendCredit(desk, [...desk.items.values()].sort(byDueDate))
    hasMoved = used || held.some((moved) => moved)
  }
}

/** A write-off shrinks before money goes back; then the latest money goes first. */
function giveBack(desk: MoneyDesk, item: OpenItem): boolean {
  if (desk.balance(item) >= 0) return false
  item.written_off = wholeCents(item.written_off - Math.min(item.written_off, -desk.balance(item)))
  for (const { purse, by_rule, by_hand } of desk.lyingOn(item)) {
    const excess = -desk.balance(item)
    if (excess > 0) desk.takeOff(purse, item, Math.min(excess, by_rule + by_hand))
  }
  return true
}

/** Credit pays open items, in this order, the oldest money first. Held items wait. */
function spendCredit(
  desk: MoneyDesk,
  items: readonly OpenItem[],
  purses: readonly Purse[] = [...desk.purses.values()].sort(inOrder),
): boolean {
  const free = purses.filter((purse) => desk.free(purse) > 0)
  let hasMoved = false
  for (const item of items)
    for (const purse of free) {
      if (item.is_held || desk.balance(item) <= 0) continue
      hasMoved = put(desk, purse, item, desk.free(purse)) > 0 || hasMoved
    }
  return hasMoved
}

/** Puts money on the page it means, else on what was open on its day, the oldest due first. */
function putDown(desk: MoneyDesk, purse: Purse): void {
  const named = purse.names === null ? undefined : desk.items.get(purse.names)
  const page = named ?? (purse.plan ? undefined : pageAsking(desk, purse))
  for (const { item: key, amount } of purse.plan ?? []) {
    const planned = desk.items.get(key)
    if (planned) put(desk, purse, planned, Math.min(amount, desk.free(purse)), { isNamed: true })
  }
  // What credits an invoice is for that one, whatever its page asks for beside it.
  if (named && isGiven(purse)) put(desk, purse, named, desk.free(purse), { isNamed: true })
  else if (page) putOnPage(desk, purse, page)
  const open = [...desk.items.values()].sort(byDueDate)
  for (const item of open)
    if (item.sent_date < purse.date && !item.is_held && desk.balance(item) > 0)
      put(desk, purse, item, desk.free(purse))
}

/** Credit of a document, not money that somebody paid. */
const isGiven = ({ key }: Purse) => !key.startsWith('p')

function putOnPage(desk: MoneyDesk, purse: Purse, page: OpenItem): void {
  const carried = (page.page?.carried ?? []).flatMap(({ key, printed }) => {
    const item = desk.items.get(key)
    return item && !item.is_held ? [{ item, most: printed }] : []
  })
  const own = { item: page, most: purse.amount }
  const order = (page.page?.old_items_first ?? true) ? [...carried, own] : [own, ...carried]
  for (const { item, most } of order)
    put(desk, purse, item, Math.min(most, desk.free(purse)), { isNamed: item === page })
}

/** The newest page sent by that day that printed exactly this amount. */
function pageAsking(desk: MoneyDesk, purse: Purse): OpenItem | undefined {
  const fitting = [...desk.items.values()].filter(
    ({ is_held, sent_date, page }) =>
      !is_held && sent_date <= purse.date && page?.asked.includes(purse.received),
  )
  return fitting.sort((a, b) => b.sent_order - a.sent_order)[0]
}

/** Puts down as much as there is room for; answers how much that was. */
function put(
  desk: MoneyDesk,
  purse: Purse,
  item: OpenItem,
  most: number,
  { isNamed = false, isManual = false } = {},
): number {
  const amount = Math.max(0, Math.min(most, roomFor(desk, purse, item, most, isNamed)))
  if (amount > 0) desk.put(purse, item, amount, isManual)
  return amount
}

/**
 * Money dated in time settles at most the discounted amount. Where it earns a discount that later
 * money had lost, it takes that money's place; what is too much goes back afterwards.
 */
function roomFor(
  desk: MoneyDesk,
  purse: Purse,
  item: OpenItem,
  most: number,
  isNamed: boolean,
): number {
  const room = desk.balance(item) + (isNamed ? item.written_off : 0)
  if (!isInTime(purse, item) || desk.ppdOf(item) !== 'lost') return room
  if (item.in_time + most < neededInTime(item)) return room
  // What was paid back out of it counts for the discount, and is owed again all the same.
  const lies = desk.lyingOn(item).filter((pile) => isInTime(pile.purse, item))
  const paid = lies.reduce((sum, { by_rule, by_hand }) => sum + by_rule + by_hand, 0)
  return Math.max(item.discounted - item.waived - paid, 0)
}
