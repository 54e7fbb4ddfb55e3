// Dates, amounts and accounts as banks write them.

import { bankAccountProblem, normaliseBankAccount } from '#domain/kit/bank-account.ts'
import { dayFrom } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, isDecimalText, parseDecimal } from '#domain/kit/decimal-text.ts'
import { Problem } from '#domain/kit/problem.ts'

export type DayOrder = 'day first' | 'month first' | 'year first'

const LONGEST_AMOUNT = 60
const PARTED = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[T ].*)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:\d{6}.*|T.*)?$/

/** A day as a layout writes it; null if it is none. Banks mean their own day: no zone counts. */
export function bankDay(text: string, order: DayOrder): string | null {
  const compact = COMPACT.exec(text.trim())
  if (compact) return dayFrom(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const [, first = '', second = '', third = ''] = PARTED.exec(text.trim()) ?? []
  if (first.length === 4) return dayFrom(Number(first), Number(second), Number(third))
  if (order === 'year first' || (third.length !== 2 && third.length !== 4)) return null
  const year = Number(third.length === 2 ? `20${third}` : third)
  const [day, month] = order === 'day first' ? [first, second] : [second, first]
  return dayFrom(year, Number(month), Number(day))
}

/**
 * Which part of the dates is the day, told by the dates themselves: whatever is over twelve is no
 * month. Where none tells, the day comes first, unless a date would then lie in the future.
 */
export function dayOrderOf(written: Iterable<string>, today: string): DayOrder {
  const dates = [...written]
  const parts = dates.flatMap((date) => {
    const found = /^(\d{1,2})[/.-](\d{1,2})[/.-]/.exec(date.trim())
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  const isDayFirst = parts.some(([first]) => first > 12)
  const isMonthFirst = parts.some(([, second]) => second > 12)
  if (isDayFirst && isMonthFirst)
    throw new Problem('badRequest', {
      message: 'Some dates of this file are written day first and others month first.',
    })
  if (isDayFirst) return 'day first'
  if (isMonthFirst) return 'month first'
  const isAhead = dates.some((date) => (bankDay(date, 'day first') ?? '') > today)
  return isAhead ? 'month first' : 'day first'
}

/** 1,628.45, $1,628.45, (12.50), 12.50 DR and 12.50- as decimal text; null for no amount. */
export function bankAmount(text: string): string | null {
  if (text.length > LONGEST_AMOUNT) return null
  const bare = text.replace(/(NZD|\$)/gi, '').trim()
  const marked = /^(.*?)\s*(DR|CR|-)$/i.exec(bare)
  const size = (marked?.[1] ?? bare).trim()
  const isDebit = marked !== null && marked[2]?.toUpperCase() !== 'CR'
  if (marked && /^[-(]/.test(size)) return null
  const amount = parseDecimal(isDebit ? `-${size}` : size, DECIMAL_SHAPES.money.scale)
  return amount !== null && isDecimalText(amount, DECIMAL_SHAPES.money) ? amount : null
}

/** Sixteen digits of a good account number; null for dashes, cards and what is cut short. */
export function readAccount(text: string): string | null {
  const normalised = normaliseBankAccount(text)
  const { error } = bankAccountProblem(normalised)
  return error === null ? normalised : null
}

/** The text of a cell; null when it is blank. */
export function cell(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
