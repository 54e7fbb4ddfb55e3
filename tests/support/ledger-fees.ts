import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { LedgerModel } from './ledger-model.ts'
import { type OwedPage, total } from './ledger-rules.ts'

/** A fee for paying late, or one that is given back with the next invoice. */
export interface Fee {
  about: number | null
  amount: number
  billedBy: number | null
  lateAfter: string
  /** Not asked for any more; given back where the invoice that billed it had no room for that. */
  isDropped: boolean
  isGivenBack: boolean
  /** Waived or given up: the same invoice is not charged again. */
  isForGood: boolean
}

/** The late fees of §6: one for an invoice, waiting, billed, waived. */
export class LateFees {
  readonly model: LedgerModel
  list: Fee[] = []
  /** Fees that sent invoices billed, and what was taken off them since, without GST. */
  readonly billed = new Map<number, { fees: number; waived: number }>()
  /** Invoices whose money went back are late from that day. */
  readonly reopened = new Map<number, string>()
  /** Drafts and approved invoices: what stands on them is not in the books yet. */
  readonly isUnsent: (id: number) => boolean

  constructor(model: LedgerModel, isUnsent: (id: number) => boolean) {
    this.model = model
    this.isUnsent = isUnsent
  }

  /** What a draft asks for late fees: all that wait, and those it has already. */
  take(draft: number): number {
    for (const fee of this.list) if (!fee.isDropped && fee.billedBy === null) fee.billedBy = draft
    return total(this.on(draft))
  }

  on(invoice: number): Fee[] {
    return this.list.filter((fee) => !fee.isDropped && fee.billedBy === invoice)
  }

  /** The draft in another's place bills what that one billed, and nothing that came since. */
  moveTo(draft: number, old: number): void {
    for (const fee of this.on(old)) fee.billedBy = draft
  }

  letGo(invoice: number): void {
    for (const fee of this.list) if (fee.billedBy === invoice) fee.billedBy = null
  }

  sent(id: number): void {
    this.billed.set(id, { fees: total(this.on(id)), waived: 0 })
  }

  /** Refunded for good: what it billed cannot be taken off it any more. */
  closed(invoice: number): void {
    this.billed.delete(invoice)
  }

  /** In the night after the last day, if enough of the discounted amount is unpaid. */
  raise(): void {
    const { today, invoices } = this.model
    for (const invoice of invoices.filter(({ id }) => id > 0)) {
      const { terms, heldSince, due, id } = invoice
      const lateAfter = this.#lateAfter(invoice)
      const isCharged = this.list.some(
        (fee) => fee.about === id && (!fee.isDropped || fee.isForGood),
      )
      if (heldSince || due >= today || lateAfter >= today || isCharged || terms.fee === 0) continue
      const unpaid = invoice.inTime - invoice.waived - total(invoice.writtenOff)
      const rest = unpaid - total(this.model.lies(invoice)) - this.model.promised(invoice)
      // A lost discount alone raises none.
      if (rest <= 0 || rest < terms.feeMinimum) continue
      const state = { isDropped: false, isGivenBack: false, isForGood: false }
      this.list.push({ about: id, amount: terms.fee, billedBy: null, lateAfter, ...state })
    }
  }

  /** The money was there in time, the customer was given longer, or the invoice is gone. */
  dropUnowed(): void {
    for (const fee of this.#standing())
      if (this.#isUnowed(fee)) this.takeBack(fee, { isForGood: false })
  }

  about(invoice: number): Fee | undefined {
    return this.#standing().find((fee) => fee.about === invoice)
  }

  takeOffDraft(invoice: number): void {
    const fee = this.about(invoice)
    if (fee && fee.billedBy !== null && this.isUnsent(fee.billedBy)) fee.billedBy = null
  }

  /** One that waits is dropped, one that was billed taken off the invoice that billed it. */
  takeBack(fee: Fee, { isForGood }: { isForGood: boolean }): void {
    if (fee.billedBy !== null && this.isUnsent(fee.billedBy)) return
    fee.isForGood = isForGood
    const billed = fee.billedBy === null ? undefined : this.billed.get(fee.billedBy)
    const amount = billed ? Math.max(0, Math.min(fee.amount, billed.fees - billed.waived)) : 0
    if (!billed || amount === 0) {
      fee.isDropped = true
      return
    }
    const open = billed.fees - billed.waived
    const back = amount + gst(open) - gst(open - amount)
    const invoice = this.model.invoices.find((one) => one.id === fee.billedBy)
    const room = invoice ? invoice.inTime - invoice.waived - total(invoice.writtenOff) : -1
    if (!invoice || back > room) {
      fee.isGivenBack = true
      const credit = { ...fee, about: null, amount: -fee.amount, billedBy: null }
      this.list.push({ ...credit, isGivenBack: false, isForGood: false })
      return
    }
    fee.isDropped = true
    billed.waived += amount
    this.model.waive(invoice, back)
  }

  #standing(): Fee[] {
    return this.list.filter((fee) => fee.about !== null && !fee.isDropped && !fee.isGivenBack)
  }

  #isUnowed({ about, lateAfter }: Fee): boolean {
    const invoice = this.model.invoices.find((one) => one.id === about)
    if (!invoice) return true
    const last = addWorkingDays(invoice.due, invoice.terms.feeGrace)
    const until = lateAfter > last ? lateAfter : last
    if (until >= this.model.today) return true
    const paid = this.model.lies(invoice).filter((lump) => lump.purse.date <= until)
    const rest = invoice.inTime - invoice.waived - total(paid)
    return rest <= 0 || rest < invoice.terms.feeMinimum
  }

  #lateAfter({ id, due, terms }: OwedPage): string {
    const reopened = this.reopened.get(id) ?? due
    return addWorkingDays(reopened > due ? reopened : due, terms.feeGrace)
  }
}

/** 15 % of so many cents; half a cent is dropped. */
const gst = (amount: number) => Math.ceil((amount * 15 - 50) / 100)
