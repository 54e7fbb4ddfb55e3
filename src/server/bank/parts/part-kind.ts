import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import type { LinePart } from '#domain/bank/candidate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/** A line that is being matched, and who says so. */
export interface Matching {
  ctx: Context
  conn: Conn
  line: BankTransaction
  /** The account of the ledger that stands for the line's own. */
  ledger: number
  by: 'person' | 'automatic'
}

/** What a part is once it is booked, as it is stored; a link to several payments is several. */
export interface BookedPart {
  kind: LinePart['kind']
  amount: string
  customer_id?: number | null | undefined
  supplier_id?: number | null | undefined
  invoicepayment_id?: number | null | undefined
  billpayment_id?: number | null | undefined
  bill_id?: number | null | undefined
  other_line_id?: number | null | undefined
  account?: number | null | undefined
  words: string
  /** Made by the match, and gone with it; what is linked was there before. */
  is_made: boolean
  stood_as?: unknown
  entry_ids?: readonly number[] | undefined
}

type Filled<T> = { [K in keyof T]-?: Exclude<T[K], undefined> }

export interface StoredPart extends Filled<BookedPart> {
  id: number
  banktransaction_id: number
}

/** What a part of some kind does to the books, and how that is taken back. */
export interface PartKindRules {
  book(matching: Matching, part: LinePart): Promise<BookedPart[]>
  undo(matching: Matching, part: StoredPart, reason: string): Promise<void>
}
