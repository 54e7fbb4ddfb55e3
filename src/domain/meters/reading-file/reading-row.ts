// One reading as a file tells it, and how the words of files are understood. A row that cannot be
// understood is still a row: it carries its problems, so that somebody can mend it in place.

import { isDay } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, isDecimalText, parseDecimal } from '#domain/kit/decimal-text.ts'
import { readWholeDay } from '#domain/kit/typed-day.ts'
import type { ReadingType } from '#domain/meters/reading-facts.ts'

export interface ReadingRow {
  /** The line of the file; for a sum of half hours the first of them. */
  row_number: number
  meter_number: string | null
  icp_number: string | null
  register_code: string | null
  flow: 'X' | 'I' | null
  reading_date: string | null
  period_start: string | null
  reading_latest: string | null
  reading_quantity: string | null
  reading_latest_type: ReadingType | null
  problems: string[]
}

/** Rows one by one, and at the end what is to be said of the file as a whole. */
export type ReadingRows = Generator<ReadingRow, string[]>

export function emptyRow(row_number: number): ReadingRow {
  return {
    row_number,
    meter_number: null,
    icp_number: null,
    register_code: null,
    flow: null,
    reading_date: null,
    period_start: null,
    reading_latest: null,
    reading_quantity: null,
    reading_latest_type: null,
    problems: [],
  }
}

/** All rows at once, for files that are known to be small. */
export function collectRows(rows: ReadingRows): { rows: ReadingRow[]; warnings: string[] } {
  const collected: ReadingRow[] = []
  for (;;) {
    const next = rows.next()
    if (next.done === true) return { rows: collected, warnings: next.value }
    collected.push(next.value)
  }
}

const NUMERIC_DAY = /^\d{1,2}[/.\- ]\d{1,2}[/.\- ](\d{2}|\d{4})$/
const ISO_DAY = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/
const NAMED_DAY = /^\d{1,2}[/.\- ]*[a-z]{3,9}\.?[/.\-, ]*(\d{2}|\d{4})$/i
const COMPACT_DAY = /^(20\d{2})(\d{2})(\d{2})$/

/** A day as files write it, day before month and never without a year; null if it is none. */
export function fileDay(text: string): string | null {
  const day = text.trim().replace(/(?:T|\s+)\d{1,2}:\d{2}.*$/, '')
  const compact = COMPACT_DAY.exec(day)
  if (compact !== null) {
    const iso = compact.slice(1).join('-')
    return isDay(iso) ? iso : null
  }
  const hasYear = NUMERIC_DAY.test(day) || ISO_DAY.test(day) || NAMED_DAY.test(day)
  return hasYear ? readWholeDay(day) : null
}

/** A quantity as files write it, with six decimals; null when it is none or does not fit. */
export function fileQuantity(text: string): string | null {
  const quantity = parseDecimal(text, DECIMAL_SHAPES.quantity.scale)
  if (quantity === null || !isDecimalText(quantity, DECIMAL_SHAPES.quantity)) return null
  return quantity
}

const TYPE_WORDS: Record<ReadingType, string[]> = {
  actual: ['', 'a', 'act', 'actual', 'r', 'rd', 'read', 'read actual', 'actual read'],
  estimate: ['e', 'es', 'est', 'estimate', 'estimated', 'estimated read'],
  customer: ['c', 'cust', 'customer', 'customer read', 'own read', 'self read'],
  opening: ['o', 'open', 'opening', 'initial', 'first', 'start'],
  final: ['f', 'fl', 'fin', 'final', 'closing'],
  misread: ['m', 'misread'],
}
const TYPE_BY_WORD = new Map<string, ReadingType>()
for (const type of ['actual', 'estimate', 'customer', 'opening', 'final', 'misread'] as const)
  for (const word of TYPE_WORDS[type]) TYPE_BY_WORD.set(word, type)

/** The kind of reading a word stands for; nothing said means actual, null means unknown. */
export function fileReadingType(text: string): ReadingType | null {
  return (
    TYPE_BY_WORD.get(
      text
        .trim()
        .toLowerCase()
        .replace(/[\s_-]+/g, ' '),
    ) ?? null
  )
}

const TAKEN = ['x', 'l', 'load', 'import', 'consumption', 'extraction']
const PUT_BACK = ['i', 'g', 'generation', 'export', 'injection']

/** Which way the energy flows: X from the network, I into it; older files say L and G. */
export function fileFlow(text: string): 'X' | 'I' | null {
  const word = text.trim().toLowerCase()
  if (TAKEN.includes(word)) return 'X'
  return PUT_BACK.includes(word) ? 'I' : null
}

/** Text of a cell, null when it is blank. */
export function cellText(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
