import { expect } from 'vitest'
import type { LedgerModel } from './ledger-model.ts'
import { type OwedPage, type Purse, total } from './ledger-rules.ts'

interface Payment {
  target: OwedPage
  amount: number
  date: string
  isNamed: boolean
}

interface PromisedPayment extends Payment {
  /** What the page still asked for at that moment. */
  asks: number
}

interface KeptPromise {
  invoice: OwedPage
  purse: Purse
}

/** §9: what customers were told, held against what became of it. */
export class Promises {
  readonly model: LedgerModel
  /** Pages that were paid as they asked, in time. */
  kept: KeptPromise[] = []

  constructor(model: LedgerModel) {
    this.model = model
  }

  /** Whether somebody is about to pay exactly what a page asks, in time, and says so. */
  before(payment: Payment): PromisedPayment | null {
    const { target, amount, date, isNamed } = payment
    const asks = this.model.stillToPay(target)
    const isInTime = date >= target.since && date <= this.model.lastDay(target)
    // Where a part was given up, what is left to pay is not what the page had asked by that day.
    const isWhole = total(target.writtenOff) === 0
    const isExact = (isWhole && amount === asks) || amount === target.page.asked[0]
    return isNamed && isInTime && isExact && target.heldSince === null ? { ...payment, asks } : null
  }

  paid({ target, amount, date, asks }: PromisedPayment, purse: Purse): void {
    const { model } = this
    // What was printed may have grown since, by money that went back: that part is asked anew.
    if (amount === asks && date === model.today) expect(model.balance(target)).toBe(0)
    if (model.balance(target) === 0) this.kept.push({ invoice: target, purse })
  }

  /** That money itself, or other money that lies with it, goes elsewhere by somebody's hand. */
  moved(purse: Purse): void {
    const touched = this.model.lumps.filter((one) => one.purse === purse).map((one) => one.invoice)
    this.kept = this.kept.filter((one) => one.purse !== purse && !touched.includes(one.invoice))
  }

  /** What somebody puts on an invoice takes the place of what the rules had put there. */
  movedTo(invoice: OwedPage): void {
    this.kept = this.kept.filter((one) => one.invoice !== invoice)
  }

  cancelled(id: number): void {
    const gone = this.model.money.find((one) => one.kind === 'credit' && one.id === id)
    if (gone) this.moved(gone)
  }

  check(): void {
    const { model } = this
    this.kept = this.kept.filter(({ invoice }) => model.invoices.includes(invoice))
    for (const { invoice } of this.kept) {
      expect([model.balance(invoice), model.discount(invoice)]).toEqual([
        0,
        expect.stringMatching(/earned|granted/),
      ])
    }
    for (const invoice of model.invoices) {
      expect(model.balance(invoice)).toBeGreaterThanOrEqual(0)
      if (invoice.heldSince === null && model.balance(invoice) > 0)
        expect(model.money.filter((purse) => model.free(purse) > 0)).toEqual([])
    }
  }
}
