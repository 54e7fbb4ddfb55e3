import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { type Filter, filterParams, writeFilters } from '#domain/kit/list-filter.ts'
import type { FigureFacts } from './figure-facts.ts'

export const figureSets = ['work', 'money', 'business', 'system'] as const
export type FigureSet = (typeof figureSets)[number]

/** Who sees a set at all; each figure may ask for more. */
export const roleOfSet: Record<FigureSet, Role> = {
  work: 'user',
  money: 'accounting',
  business: 'manager',
  system: 'admin',
}

export type Tone = 'petrol' | 'amber' | 'red'

/** What the rows of a figure come to. */
export interface FigureNumbers {
  count: number
  /** What its column adds up to; null where it has none. */
  amount: string | null
  /** The same of its parts, by their names. */
  parts: Record<string, { count: number; amount: string | null }>
}

/** Rows of the same list that are told beside the number. */
export interface FigurePart {
  where: (facts: FigureFacts) => Filter[]
  sum?: string
}

/**
 * One number of the office. Its rows are those of a list under filters; where filters cannot say which,
 * the server knows them by the figure's name, and so does the list: `?figure=name`.
 */
export interface Figure {
  name: string
  label: string
  sets: readonly FigureSet[]
  /** Who reads it, from this role on. */
  from: Role
  entity: Entity
  where: ((facts: FigureFacts) => Filter[]) | null
  /** The column that is added up. */
  sum?: string
  /** What the books have on the credit side is shown without its sign. */
  isCredit?: true
  /** The number on the card: rows, their sum, or the median of days from invoice to money. */
  shows: 'count' | 'sum' | 'days'
  /** The screen; one that shows these rows by itself needs neither filters nor the name. */
  screen: { path: string; params?: Record<string, string>; isWhole?: true }
  tone: Tone | ((numbers: FigureNumbers) => Tone)
  hint: (numbers: FigureNumbers, facts: FigureFacts) => string
  parts?: Record<string, FigurePart>
  /** What it is compared with: the same days a month and a year before. */
  isCompared?: true
  /** Kept day by day, so that closed days are not added up again. */
  kept?: { source: 'books' | 'received' | 'margin' | 'clearing'; keys: readonly string[] }
  /** Whoever asks has to do it; it comes first. */
  isMine?: true
}

/** The rows of a figure as the API lists them, adds them up and writes them into a file. */
export function rowsOf(figure: Figure, facts: FigureFacts) {
  const params = figure.where ? filterParams(figure.where(facts)) : { figure: figure.name }
  return { list: `/${figure.entity.plural}`, csv: `/${figure.entity.plural}/csv`, params }
}

/** The screen that shows the rows of a figure, and what they come to. */
export function addressOf(figure: Figure, facts: FigureFacts): string {
  const { path, params = {}, isWhole } = figure.screen
  const query = new Map(Object.entries(params))
  if (!isWhole) {
    const where = figure.where?.(facts)
    if (!where) query.set('figure', figure.name)
    else if (where.length > 0) query.set('where', writeFilters(where))
  }
  if (figure.sum) query.set('sum', figure.sum)
  const text = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return text ? `${path}?${text}` : path
}
