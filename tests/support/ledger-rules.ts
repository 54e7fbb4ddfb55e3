import { addWorkingDays } from '#domain/kit/working-day.ts'

// What the product documents say about a customer's money (billing.md §6, §8 and §9), played in memory
// and in cents. It knows nothing of the code that places money, and looks everything up anew each time.

/** Settings that a page keeps from the day it is sent. */
export interface Terms {
  grace: number
  tolerance: number
  needsOld: boolean
  fee: number
  feeGrace: number
  feeMinimum: number
}

/** Something owed: an invoice that went out and stands; an adjustment has a number below zero. */
export interface OwedPage {
  id: number
  due: string
  discountUntil: string
  /** What it comes to in time and later. */
  inTime: number
  later: number
  terms: Terms
  waived: number
  /** Given up, with the payment it was closed with or as a bad debt. */
  writtenOff: { payment: number | null; amount: number }[]
  heldSince: string | null
  /** By somebody's word, or with a payment and as long as that stands. */
  granted: 'word' | number | null
  /** Since when it is there; one in another's place since that one was sent. */
  since: string
  order: number
  page: { carried: { id: number; printed: number }[]; asked: number[] }
}

/** Money of the customer: a payment, or what an invoice or an adjustment (below zero) gave. */
export interface Purse {
  id: number
  kind: 'payment' | 'credit'
  date: string
  received: number
  left: number
  /** A line of the bank shows it. */
  isOnBank?: boolean
  names: number | null
  /** What a debit was announced for, item by item. */
  plan?: { id: number; amount: number }[]
  /** Taken off by hand: it waits for the next invoice. */
  waiting: number
  /** Kept for the new draft of an invoice that is being redone. */
  kept: { draft: number; amount: number; byHand: boolean }[]
  /** Paid back out of these invoices. */
  paidBack: { invoice: number; amount: number }[]
}

export interface Lump {
  purse: Purse
  invoice: OwedPage
  amount: number
  byHand: boolean
}

/** Money that is being collected: promised until the banks have had their say. */
export interface Debit {
  id: number
  /** The page it was planned for, or the draft in its place. */
  page: number | null
  day: string
  /** Only our notice made it late: the discount stands with it. */
  grants: boolean
  plan: { id: number; amount: number }[]
  state: 'with the bank' | 'confirmed' | 'paid out' | 'taken back' | 'over'
}

export const FOR_EVER = '9999-12-31'
export const total = (list: readonly { amount: number }[]) =>
  list.reduce((sum, one) => sum + one.amount, 0)

/** What is owed, and where money goes. */
export class LedgerRules {
  today: string
  terms: Terms
  invoices: OwedPage[] = []
  money: Purse[] = []
  lumps: Lump[] = []
  debits: Debit[] = []
  /** Invoices below zero are money, and pages all the same. */
  creditPages: { id: number; due: string; carried: { id: number }[] }[] = []
  #isMoving = false

  constructor(today: string, terms: Terms) {
    this.today = today
    this.terms = { ...terms }
  }

  // §6 and §8: what is owed.

  lastDay({ discountUntil, terms, heldSince }: OwedPage): string {
    const last = terms.grace > 0 ? addWorkingDays(discountUntil, terms.grace) : discountUntil
    // Hold stops the clock, unless the time was over by then.
    return heldSince !== null && heldSince <= last ? FOR_EVER : last
  }

  /** Money on it that is dated in time; what we paid back out of it still counts. */
  paidInTime(invoice: OwedPage): number {
    const last = this.lastDay(invoice)
    const lies = this.lumps.filter((one) => one.invoice === invoice && one.purse.date <= last)
    const back = this.money
      .filter((purse) => purse.date <= last)
      .flatMap((purse) => purse.paidBack.filter((part) => part.invoice === invoice.id))
    return total(lies) + total(back)
  }

  discount(invoice: OwedPage): 'open' | 'earned' | 'granted' | 'lost' {
    if (invoice.granted !== null) return 'granted'
    const wanted = invoice.inTime - invoice.waived - invoice.terms.tolerance
    if (this.paidInTime(invoice) >= wanted) return 'earned'
    return this.today <= this.lastDay(invoice) || this.#isAwaited(invoice) ? 'open' : 'lost'
  }

  /** A debit that would be in time, or grants it to its page, keeps the discount open meanwhile. */
  #isAwaited(invoice: OwedPage): boolean {
    return this.#underWayFor(invoice).some(
      ({ day, grants, page }) => (grants && page === invoice.id) || day <= this.lastDay(invoice),
    )
  }

  #underWayFor({ id }: OwedPage): Debit[] {
    return this.debits.filter(
      ({ state, plan }) => state === 'with the bank' && plan.some((part) => part.id === id),
    )
  }

  /** What is being collected of it, never more than is open. */
  promised(invoice: OwedPage): number {
    const parts = this.#underWayFor(invoice).flatMap(({ plan }) => plan)
    const sum = total(parts.filter(({ id }) => id === invoice.id))
    return Math.min(this.balance(invoice), sum)
  }

  lies(invoice: OwedPage): Lump[] {
    return this.lumps.filter((one) => one.invoice === invoice)
  }

  balance(invoice: OwedPage): number {
    const asked = this.discount(invoice) === 'lost' ? invoice.later : invoice.inTime
    return asked - invoice.waived - total(invoice.writtenOff) - total(this.lies(invoice))
  }

  // Money that lies on nothing.

  unallocated(purse: Purse): number {
    return purse.left - total(this.lumps.filter((one) => one.purse === purse)) - total(purse.kept)
  }

  free(purse: Purse): number {
    return this.unallocated(purse) - purse.waiting
  }

  credit(): number {
    return this.money.reduce((sum, purse) => sum + this.unallocated(purse) + total(purse.kept), 0)
  }

  /**
   * Earlier money first. Of one day – the documents do not say – money for an older page comes first,
   * then credit that was given, then money that names no page; the smaller before the larger, and
   * what was collected although it had been paid comes last.
   */
  inOrder(): Purse[] {
    const rank = ({ kind, names }: Purse) => {
      const page = this.invoices.find((one) => one.id === names && one.id > 0)
      return page ? page.order : kind === 'credit' ? 1e9 : 2e9
    }
    const size = ({ kind, received }: Purse) => (kind === 'credit' ? 0 : received)
    return [...this.money].sort(
      (a, b) =>
        compare(a.date, b.date) ||
        rank(a) - rank(b) ||
        size(a) - size(b) ||
        Number(a.plan !== undefined) - Number(b.plan !== undefined) ||
        Math.abs(a.id) - Math.abs(b.id) ||
        a.id - b.id,
    )
  }

  byDueDate(): OwedPage[] {
    return [...this.invoices].sort((a, b) => compare(a.due, b.due) || a.order - b.order)
  }

  // §8 "What the page asks".

  /** The older items a page sent today carries, invoices before adjustments of the same due date. */
  toCarry(): { id: number; printed: number }[] {
    const ahead = this.invoices.filter(({ due, heldSince }) => due >= this.today && !heldSince)
    const credits = this.creditPages.filter(({ due }) => due >= this.today)
    const asked = [...ahead.map(({ page }) => page), ...credits].flatMap(({ carried }) =>
      carried.map(({ id }) => id),
    )
    return [...this.invoices]
      .sort((a, b) => compare(a.due, b.due) || place(a) - place(b))
      .filter((one) => one.due < this.today && one.heldSince === null && !asked.includes(one.id))
      .filter((one) => this.discount(one) !== 'open')
      .map((one) => ({ id: one.id, printed: this.balance(one) - this.promised(one) }))
      .filter(({ printed }) => printed > 0)
  }

  /** Credit that a page takes off: all but what is kept for other drafts. */
  creditFor(draft: number): number {
    const others = this.money.flatMap(({ kept }) => kept.filter((part) => part.draft !== draft))
    return this.credit() - total(others)
  }

  stillToPay(invoice: OwedPage): number {
    const old = invoice.page.carried.map(({ id, printed }) => {
      const item = this.invoices.find((one) => one.id === id)
      return item ? Math.min(printed, this.balance(item)) : 0
    })
    return old.reduce((sum, one) => sum + one, 0) + this.balance(invoice)
  }

  // §8 "Allocation".

  /** The page it names, or the newest by its day that printed exactly this; then what was open. */
  protected putDown(purse: Purse): void {
    const named = this.invoices.find((one) => one.id === purse.names)
    const asking = this.invoices
      .filter(({ heldSince, since }) => heldSince === null && since <= purse.date)
      .filter(({ page }) => page.asked.includes(purse.received))
      .sort((a, b) => b.order - a.order)[0]
    const page = named ?? (purse.plan ? undefined : asking)
    for (const { id, amount } of purse.plan ?? []) {
      const item = this.invoices.find((one) => one.id === id)
      if (item) this.put(purse, item, Math.min(amount, this.free(purse)), true)
    }
    if (page) this.putOnPage(purse, page)
    for (const item of this.byDueDate())
      if (item.since < purse.date && item.heldSince === null && this.balance(item) > 0)
        this.put(purse, item, this.free(purse))
  }

  protected putOnPage(purse: Purse, page: OwedPage): void {
    const own = () => this.put(purse, page, this.free(purse), true)
    if (!page.terms.needsOld) own()
    for (const { id, printed } of page.page.carried) {
      const item = this.invoices.find((one) => one.id === id)
      if (item?.heldSince === null) this.put(purse, item, Math.min(printed, this.free(purse)))
    }
    if (page.terms.needsOld) own()
  }

  /** Puts at most so much there; money for what was given up undoes that first. */
  protected put(
    purse: Purse,
    invoice: OwedPage,
    most: number,
    isMeant = false,
    byHand = false,
  ): boolean {
    const wanted = invoice.inTime - invoice.waived
    const last = this.lastDay(invoice)
    const earns =
      this.discount(invoice) === 'lost' &&
      purse.date <= last &&
      this.paidInTime(invoice) + most >= wanted - invoice.terms.tolerance
    // Money dated in time settles at most the discounted amount; what lies there too much goes back.
    const room = earns
      ? wanted - total(this.lies(invoice).filter((one) => one.purse.date <= last))
      : this.balance(invoice) + (isMeant ? total(invoice.writtenOff) : 0)
    const amount = Math.min(most, room)
    if (amount > 0) this.lumps.push({ purse, invoice, amount, byHand })
    return amount > 0
  }

  protected payWithCredit(invoice: OwedPage, purses = this.inOrder()): boolean {
    let hasMoved = false
    for (const purse of purses)
      if (invoice.heldSince === null && this.free(purse) > 0 && this.balance(invoice) > 0)
        hasMoved = this.put(purse, invoice, this.free(purse)) || hasMoved
    return hasMoved
  }

  /** One thing that happens is settled once, however much it changes. */
  atOnce<T>(happens: () => T): T {
    this.#isMoving = true
    const answer = happens()
    this.#isMoving = false
    this.comeToRest()
    return answer
  }

  /** What is too much goes back, and credit pays what is open, the oldest due first. */
  protected comeToRest(): void {
    if (this.#isMoving) return
    for (let hasMoved = true; hasMoved; ) {
      const back = this.invoices.map((invoice) => this.giveBack(invoice))
      const paid = this.byDueDate().map((invoice) => this.payWithCredit(invoice))
      hasMoved = [...back, ...paid].includes(true)
    }
  }

  /** A write-off shrinks first, the latest before others; then the latest money goes. */
  protected giveBack(invoice: OwedPage): boolean {
    if (this.balance(invoice) >= 0) return false
    for (const part of [...invoice.writtenOff].reverse())
      part.amount -= Math.min(part.amount, Math.max(0, -this.balance(invoice)))
    for (const purse of this.inOrder().reverse())
      for (const kind of ['rule', 'hand'] as const)
        this.takeOff(purse, invoice, -this.balance(invoice), kind)
    return true
  }

  protected takeOff(purse: Purse, invoice: OwedPage, most: number, kind: 'rule' | 'hand'): number {
    let left = Math.max(0, most)
    for (const lump of this.lumps) {
      if (lump.purse !== purse || lump.invoice !== invoice) continue
      if (lump.byHand !== (kind === 'hand')) continue
      const gone = Math.min(left, lump.amount)
      lump.amount -= gone
      left -= gone
    }
    this.lumps = this.lumps.filter((one) => one.amount > 0)
    return Math.max(0, most) - left
  }

  protected letGo(purse: Purse, draft: number): Purse['kept'] {
    const released = purse.kept.filter((part) => part.draft === draft)
    purse.kept = purse.kept.filter((part) => part.draft !== draft)
    return released
  }

  protected waitNoMore(): void {
    for (const purse of this.money) purse.waiting = 0
  }
}

const place = ({ id }: OwedPage) => (id > 0 ? id : 1e9 - id)
export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
