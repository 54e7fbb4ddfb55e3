import type { AdjustmentKind, AdjustmentSide } from '#domain/books/adjustment.ts'

/** Whose account an adjustment is on. */
export type Owner = 'customer' | 'supplier'

type SaidKind = Exclude<AdjustmentKind, 'returned_refund'>

interface OwnerWords {
  kinds: readonly { value: SaidKind; label: string }[]
  sides: readonly { value: AdjustmentSide; label: string }[]
  effects: Record<AdjustmentSide, string>
  /** What is said where no money lies on it, and where nothing was paid with it. */
  unpaid: string
  unused: string
}

const correction = { value: 'correction', label: 'Correction' } as const
const opening = { value: 'opening_balance', label: 'Opening balance' } as const

/** How an adjustment is spoken of. */
export const ownerWords: Record<Owner, OwnerWords> = {
  customer: {
    kinds: [{ value: 'goodwill', label: 'Goodwill' }, correction, opening],
    sides: [
      { value: 'debit', label: 'The customer owes it' },
      { value: 'credit', label: 'The customer is given it' },
    ],
    effects: {
      debit: 'Once it is overdue the next invoice asks for it, and it is paid with that page.',
      credit: 'It pays what is open at once; the next invoice uses the rest.',
    },
    unpaid: 'Nothing yet. Money finds it by its number, or with the page that carries it.',
    unused: 'Nowhere yet. The next invoice uses it by itself.',
  },
  supplier: {
    kinds: [correction, opening],
    sides: [
      { value: 'debit', label: 'We owe it' },
      { value: 'credit', label: 'It is our credit there' },
    ],
    effects: {
      debit: 'It is paid like a bill; credit that is free on the account pays it at once.',
      credit: 'It pays what is open on the account at once; the next bill uses the rest.',
    },
    unpaid: 'Nothing yet. Plan a payment for it, or pay it with a bill that asks for it too.',
    unused: 'Nowhere yet. The next bill uses it by itself.',
  },
}

/** Whose it is. */
export const ownerOf = ({ supplier_id }: { supplier_id: number | null }): Owner =>
  supplier_id === null ? 'customer' : 'supplier'
