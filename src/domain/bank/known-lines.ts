// Which rows of a file are here already. Banks hand out the same days again and again, in several
// layouts, and some payers really do pay the same amount twice on a day: no line may be lost, and
// none may come twice.

import { plainText } from '#domain/kit/plain-text.ts'
import type { BankLineFields, LineSource } from './bank-line.ts'

export type RowStatus = 'new' | 'known' | 'doubtful'

/** A line that is stored already, of the same account of ours. */
export interface StoredLine extends BankLineFields {
  id: number
  source: LineSource
  /** What the feed calls it: its own lines, and those of files that it has told as well. */
  feed_line_id: string | null
}

export interface RowVerdict {
  row_status: RowStatus
  /** The stored line it is, or may be. */
  banktransaction_id: number | null
}

/**
 * Tells new rows from known and doubtful ones, row by row in the order of the file. `stored` holds
 * all lines of this account from the file's first day on, and those with an id of the file.
 */
export function judgeRows(
  rows: readonly BankLineFields[],
  source: LineSource,
  stored: readonly StoredLine[],
): RowVerdict[] {
  const desk = new Desk(stored, source)
  const verdicts: (RowVerdict | null)[] = rows.map(() => null)
  const settle = (judge: (row: BankLineFields) => RowVerdict | null) => {
    for (const [at, row] of rows.entries()) verdicts[at] ??= judge(row)
  }
  settle((row) => byBankId(desk, row))
  settle((row) => byTexts(desk, row, source))
  settle((row) => byFigure(desk, row, source))
  settle((row) => leftOver(desk, row, source))
  return verdicts.map((verdict) => verdict ?? { row_status: 'new', banktransaction_id: null })
}

/** Stored lines that no row of the file has claimed yet, found by what rows have in common. */
class Desk {
  readonly #claimed = new Set<StoredLine>()
  readonly byId: Map<string, StoredLine[]>
  readonly byTexts: Map<string, StoredLine[]>
  readonly byFigure: Map<string, StoredLine[]>
  readonly #sourcesOfDay: Map<string, Set<LineSource>>
  readonly #lastDayOf = new Map<LineSource, string>()

  constructor(stored: readonly StoredLine[], source: LineSource) {
    const inOrder = stored.toSorted((a, b) => a.id - b.id)
    this.byId = Map.groupBy(
      inOrder.filter((line) => idFor(line, source) !== null),
      (line) => idFor(line, source) ?? '',
    )
    this.byTexts = Map.groupBy(inOrder, textsKey)
    this.byFigure = Map.groupBy(inOrder, figureKey)
    const days = Map.groupBy(inOrder, ({ transaction_date }) => transaction_date)
    this.#sourcesOfDay = new Map(
      [...days].map(([day, lines]) => [day, new Set(lines.map(({ source }) => source))]),
    )
    for (const { source, transaction_date } of inOrder)
      if (transaction_date > (this.#lastDayOf.get(source) ?? ''))
        this.#lastDayOf.set(source, transaction_date)
  }

  /** The first of these that no row has claimed and that fits. */
  firstFree(
    lines: readonly StoredLine[] | undefined,
    fits: (line: StoredLine) => boolean = () => true,
  ): StoredLine | undefined {
    return lines?.find((line) => !this.#claimed.has(line) && fits(line))
  }

  claim(line: StoredLine, row_status: 'known' | 'doubtful' = 'known'): RowVerdict {
    this.#claimed.add(line)
    return { row_status, banktransaction_id: line.id }
  }

  /** Whether another source has told of this day, and went on to later ones. */
  isToldBeyond(day: string, source: LineSource): boolean {
    const others = [...(this.#sourcesOfDay.get(day) ?? [])].filter((one) => one !== source)
    return others.some((one) => (this.#lastDayOf.get(one) ?? '') > day)
  }
}

/** The same id with the same day and amount is the same line; with others, the id was reused. */
function byBankId(desk: Desk, row: BankLineFields): RowVerdict | null {
  if (row.bank_line_id === null) return null
  const alike = desk.byId.get(row.bank_line_id)
  const same = desk.firstFree(alike, (line) => figureKey(line) === figureKey(row))
  if (same) return desk.claim(same)
  const reused = desk.firstFree(alike)
  return reused ? { row_status: 'doubtful', banktransaction_id: reused.id } : null
}

/** Rows that are equal in everything are counted: the second in the file is the second stored. */
function byTexts(desk: Desk, row: BankLineFields, source: LineSource): RowVerdict | null {
  const same = desk.firstFree(
    desk.byTexts.get(textsKey(row)),
    (line) => line.source === source && !isOtherId(line, row, source),
  )
  return same ? desk.claim(same) : null
}

/** Another layout tells the same line in other words: there day, amount and count alone compare. */
function byFigure(desk: Desk, row: BankLineFields, source: LineSource): RowVerdict | null {
  const alike = desk.byFigure.get(figureKey(row))
  const same = desk.firstFree(
    alike,
    (line) => line.source !== source && !isOtherId(line, row, source),
  )
  return same ? desk.claim(same) : null
}

/**
 * What is left while a stored line of its day and amount is unclaimed may be that line in other
 * words; and on a day that another source has told beyond, a line more than it had is strange.
 */
function leftOver(desk: Desk, row: BankLineFields, source: LineSource): RowVerdict | null {
  const alike = desk.byFigure.get(figureKey(row))
  const open = desk.firstFree(alike, (line) => !isOtherId(line, row, source))
  if (open) return desk.claim(open, 'doubtful')
  return desk.isToldBeyond(row.transaction_date, source)
    ? { row_status: 'doubtful', banktransaction_id: null }
    : null
}

/**
 * By which id a row of this source knows a line again: the feed has told lines of files, too. After
 * an account was connected anew its own lines are still known by the names they came with.
 */
function idFor({ source: from, bank_line_id, feed_line_id }: StoredLine, source: LineSource) {
  if (source !== 'feed') return bank_line_id
  return feed_line_id ?? (from === 'feed' ? bank_line_id : null)
}

/** Two ids of one source are two lines, however alike they look. */
function isOtherId(line: StoredLine, row: BankLineFields, source: LineSource): boolean {
  const own = line.source === source ? line.bank_line_id : null
  const known = source === 'feed' ? line.feed_line_id : own
  return known !== null && row.bank_line_id !== null && known !== row.bank_line_id
}

const figureKey = ({ transaction_date, amount }: BankLineFields) => `${transaction_date} ${amount}`

function textsKey(line: BankLineFields): string {
  const { other_party, particulars, code, reference, memo, bank_type, other_account } = line
  const texts = [other_party, particulars, code, reference, memo, bank_type, other_account]
  return `${figureKey(line)} ${texts.map((text) => plainText(text ?? '')).join('|')}`
}
