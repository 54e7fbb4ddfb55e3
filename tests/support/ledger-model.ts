import { addDays, dayNumber } from '#domain/kit/day-number.ts'
import { nextWorkingDay } from '#domain/kit/working-day.ts'
import {
  compare,
  type Debit,
  FOR_EVER,
  LedgerRules,
  type OwedPage,
  type Purse,
  total,
} from './ledger-rules.ts'

/** What happens to the account, one thing after the other. */
export class LedgerModel extends LedgerRules {
  #sent = 0

  /**
   * A page goes out: what was kept for it lies on it, then credit pays what it carries and itself. What
   * waited for it was printed on it and stays: it counts as put there by hand.
   */
  send(sent: Omit<OwedPage, 'order' | 'terms' | 'waived' | 'writtenOff' | 'heldSince'>): OwedPage {
    const terms = { ...this.terms }
    const invoice: OwedPage = {
      ...sent,
      terms,
      waived: 0,
      writtenOff: [],
      heldSince: null,
      order: 0,
    }
    this.#sent += 1
    invoice.order = this.#sent
    this.invoices.push(invoice)
    const kept = this.inOrder().flatMap((purse) =>
      this.letGo(purse, invoice.id).map(({ amount, byHand }) => ({ purse, amount, byHand })),
    )
    const waited = this.inOrder().map((purse) => ({ purse, most: purse.waiting }))
    this.waitNoMore()
    for (const { purse, amount, byHand } of kept) this.put(purse, invoice, amount, false, byHand)
    const carried = invoice.page.carried.map(({ id }) => this.invoices.find((one) => one.id === id))
    const toPay = [...carried.filter((one) => one !== undefined), invoice]
    for (const { purse, most } of waited) {
      const rest = this.free(purse) - most
      for (const one of toPay) this.put(purse, one, this.free(purse) - rest, false, true)
    }
    for (const one of toPay) this.payWithCredit(one)
    this.comeToRest()
    return invoice
  }

  /** Owed without an invoice: it has no discount, and takes credit like one that goes out. */
  adjust(id: number, amount: number, due: string): OwedPage {
    const terms = { ...this.terms, grace: 0, tolerance: 0 }
    const nothing = { waived: 0, writtenOff: [], heldSince: null }
    this.#sent += 1
    const item: OwedPage = {
      ...{ id, due, discountUntil: FOR_EVER, inTime: amount, later: amount, terms, ...nothing },
      ...{ granted: 'word', since: this.today, order: this.#sent },
      page: { carried: [], asked: [] },
    }
    this.invoices.push(item)
    // What was taken off by hand waits for the next invoice, and this is none.
    this.payWithCredit(item)
    this.comeToRest()
    return item
  }

  /** An invoice below zero, or an adjustment: its credit is money of its day. */
  giveCredit(id: number, amount: number): void {
    for (const purse of this.money) this.letGo(purse, id)
    if (id > 0) this.waitNoMore()
    this.receive({ id, kind: 'credit', date: this.today, received: amount, names: null })
  }

  /**
   * Money is placed as if it had been there on its day. What the rules did with later money is lifted;
   * then the days are lived through again: money is put down as it comes, and pages that went out take
   * the credit there was. Of one day – the documents do not say – money comes before pages.
   */
  receive(
    given: Pick<Purse, 'id' | 'kind' | 'date' | 'received' | 'names' | 'isOnBank' | 'plan'>,
  ): Purse {
    const left = given.received
    const purse: Purse = { ...given, left, waiting: 0, kept: [], paidBack: [] }
    this.money.push(purse)
    const order = this.inOrder()
    // What a document of that day gave was not typed late, and moves for nobody of its day.
    const later = order
      .slice(order.indexOf(purse))
      .filter((one) => one === purse || one.date > purse.date || one.kind === purse.kind)
    const come = order.filter((one) => !later.includes(one))
    this.lumps = this.lumps.filter((one) => one.byHand || !later.includes(one.purse))
    const days = [
      ...later.map((money) => ({ on: money.date, isPage: 0, order: order.indexOf(money), money })),
      ...this.invoices
        .filter((invoice) => invoice.since >= purse.date)
        .map((invoice) => ({ on: invoice.since, isPage: 1, order: invoice.order, invoice })),
    ].sort((a, b) => compare(a.on, b.on) || a.isPage - b.isPage || a.order - b.order)
    for (const event of days)
      if ('money' in event) {
        this.putDown(event.money)
        come.push(event.money)
      } else this.payWithCredit(event.invoice, come)
    this.comeToRest()
    return purse
  }

  hold(invoice: OwedPage): void {
    invoice.heldSince = this.today
    this.comeToRest()
  }

  /**
   * The days that were left are given back, up to a working day. One held in the days of grace – the
   * documents do not say – gets these again; and nothing is due before the last day of its discount.
   */
  release(invoice: OwedPage): void {
    const held = invoice.heldSince ?? this.today
    invoice.heldSince = null
    const back = (day: string, last: string) => {
      if (held > last || day === FOR_EVER) return day
      const left = Math.max(0, dayNumber(day) - dayNumber(held))
      const later = nextWorkingDay(addDays(this.today, left))
      return later > day ? later : day
    }
    const { due, discountUntil } = invoice
    invoice.discountUntil = back(discountUntil, this.lastDay(invoice))
    invoice.due = back(due, due)
    if (invoice.discountUntil !== FOR_EVER && invoice.due < invoice.discountUntil)
      invoice.due = invoice.discountUntil
    this.comeToRest()
  }

  /** Later days for both: what was lost is tested again by them. */
  giveLonger(invoice: OwedPage, due: string, discountUntil: string): void {
    invoice.due = due
    invoice.discountUntil = discountUntil
    this.comeToRest()
  }

  grant(invoice: OwedPage, by: 'word' | number): void {
    invoice.granted ??= by
    this.comeToRest()
  }

  revoke(invoice: OwedPage): void {
    invoice.granted = null
    this.comeToRest()
  }

  /** Given up while the discount is open, it stays what it was asked in time. */
  writeOff(invoice: OwedPage, payment: number | null = null): void {
    const rest = this.balance(invoice)
    if (payment === null && this.discount(invoice) === 'open') invoice.granted = 'word'
    if (rest > 0) invoice.writtenOff.push({ payment, amount: rest })
    this.comeToRest()
  }

  /** A payment that closes the invoice it names: money in time keeps the discount. */
  close(invoice: OwedPage, purse: Purse): void {
    if (purse.date <= this.lastDay(invoice)) this.grant(invoice, purse.id)
    this.writeOff(invoice, purse.id)
  }

  waive(invoice: OwedPage, amount: number): void {
    invoice.waived += amount
    this.comeToRest()
  }

  cancelPayment(purse: Purse): void {
    this.money = this.money.filter((one) => one !== purse)
    this.lumps = this.lumps.filter((one) => one.purse !== purse)
    for (const invoice of this.invoices) {
      if (invoice.granted === purse.id) invoice.granted = null
      invoice.writtenOff = invoice.writtenOff.filter(({ payment }) => payment !== purse.id)
    }
    this.comeToRest()
  }

  /**
   * Money that lies on nothing goes back first, then what lies on the invoice chosen. One that was
   * settled and has no money any more is refunded for good, unless it is to be open again; answers it.
   */
  refund(
    purse: Purse,
    amount: number,
    chosen: OwedPage | undefined,
    isReopened = true,
  ): OwedPage | null {
    const fromCredit = Math.min(amount, this.unallocated(purse))
    // Of credit, what waits by somebody's hand goes last.
    const fromWaiting = Math.max(0, fromCredit - this.free(purse))
    let rest = amount - fromCredit
    const invoice = chosen ?? this.lumps.find((one) => one.purse === purse)?.invoice
    let emptied: OwedPage | null = null
    if (rest > 0 && invoice) {
      const wasSettled = invoice.id > 0 && this.balance(invoice) === 0
      purse.paidBack.push({ invoice: invoice.id, amount: rest })
      rest -= this.takeOff(purse, invoice, rest, 'rule')
      this.takeOff(purse, invoice, rest, 'hand')
      if (wasSettled && !isReopened && this.lies(invoice).length === 0) emptied = invoice
    }
    purse.left -= amount
    purse.waiting -= fromWaiting
    if (emptied) this.cancelInvoice(emptied.id)
    this.comeToRest()
    return emptied
  }

  /** Its money is credit again; a credit invoice takes its credit with it. */
  cancelInvoice(id: number): void {
    this.invoices = this.invoices.filter((one) => one.id !== id)
    this.creditPages = this.creditPages.filter((one) => one.id !== id)
    this.money = this.money.filter((one) => one.kind === 'payment' || one.id !== id)
    this.lumps = this.lumps.filter(
      ({ purse, invoice }) => invoice.id !== id && this.money.includes(purse),
    )
    this.comeToRest()
  }

  /** What lay on it, and no more, is kept for the draft that takes its place, by hand what was so. */
  redo(id: number, draft: number): void {
    for (const purse of this.money) {
      for (const byHand of [false, true]) {
        const amount = total(
          this.lumps.filter(
            (one) => one.purse === purse && one.invoice.id === id && one.byHand === byHand,
          ),
        )
        if (amount > 0) purse.kept.push({ draft, amount, byHand })
      }
      if (purse.names === id) purse.names = draft
    }
    for (const debit of this.debits) if (debit.page === id) debit.page = draft
    this.cancelInvoice(id)
  }

  /** The banks did not object: the money is there since the day it was collected. */
  confirm(debit: Debit): Purse {
    debit.state = 'confirmed'
    // Where the provider is quicker than it said, that day counts.
    if (debit.day > this.today) debit.day = this.today
    return this.#collected(debit, false)
  }

  /** What the customer's bank took back is given to us again: it stands as before. */
  standAgain(debit: Debit): Purse {
    debit.state = 'paid out'
    return this.#collected(debit, true)
  }

  #collected({ id, day: date, page, grants, plan }: Debit, isOnBank: boolean): Purse {
    const own = this.invoices.find((one) => one.id === page)
    if (own && grants) own.granted ??= id
    const received = total(plan)
    return this.receive({ id, kind: 'payment', date, received, names: page, plan, isOnBank })
  }

  payOut(debit: Debit, purse: Purse): void {
    debit.state = 'paid out'
    purse.isOnBank = true
  }

  /** Money is promised no more: what waited for it is decided. */
  decide(): void {
    this.comeToRest()
  }

  /** The draft is given up: what was kept for it is free, and nothing names it any more. */
  giveUp(draft: number): void {
    for (const purse of this.money) {
      this.letGo(purse, draft)
      if (purse.names === draft) purse.names = null
    }
    for (const debit of this.debits) if (debit.page === draft) debit.page = null
    this.comeToRest()
  }

  /**
   * Put by hand it stays there. It comes out of what waits, then out of credit, then from where the
   * rules had put it, the latest due first; the rules' money on the invoice makes room, latest first.
   */
  allocate(purse: Purse, invoice: OwedPage, amount: number): void {
    purse.waiting -= Math.min(purse.waiting, amount)
    for (const other of this.inOrder().reverse())
      this.takeOff(other, invoice, amount - this.balance(invoice), 'rule')
    for (const other of this.byDueDate().reverse())
      this.takeOff(purse, other, amount - this.free(purse), 'rule')
    this.lumps.push({ purse, invoice, amount, byHand: true })
    this.comeToRest()
  }

  unallocate(purse: Purse, invoice: OwedPage): void {
    const lies = this.lumps.filter((one) => one.purse === purse && one.invoice === invoice)
    this.lumps = this.lumps.filter((one) => !lies.includes(one))
    purse.waiting += total(lies)
    this.comeToRest()
  }

  wait(days: number): void {
    this.today = addDays(this.today, days)
    this.comeToRest()
  }
}
