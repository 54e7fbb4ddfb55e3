import { BUSINESS_TIME_ZONE, formatDayShort, formatStamp } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { zoneMark } from '#domain/kit/time-zone.ts'
import { humanise, inThousands, stripHtml, truncate } from '#domain/kit/wording.ts'
import type { ToldRow } from './timeline.ts'

/** What the words need to know of other rows. */
export interface Lookup {
  entity: (name: string) => Entity | undefined
  /** The title of a row somebody refers to. */
  title: (entity: string, id: number) => string | undefined
  /** Whether the reader may see a field. */
  isSeen: (entity: Entity, field: string) => boolean
  /** On whose clocks the reader is shown an instant; the business's where none is said. */
  timeZone?: string | undefined
}

export interface ToldChange {
  label: string
  from: string
  to: string
}

/** What was changed, field by field; hidden values stay hidden and long ones are left out. */
export function changesOf(row: ToldRow, lookup: Lookup): ToldChange[] {
  const entity = lookup.entity(row.object_class)
  if (!entity || row.action === 'create' || row.action === 'contract') return []
  return Object.entries(row.changes).flatMap(([name, [from, to]]) => {
    const field = entity.fields[name]
    if (!field || field.kind === 'json' || !lookup.isSeen(entity, name)) return []
    // An action says itself which state it leads to.
    if (name === entity.machine?.field && row.action !== 'update') return []
    const words = (value: unknown) => valueWords(field, value, lookup)
    return [{ label: labelOf(entity, name), from: words(from), to: words(to) }]
  })
}

type Words = (value: unknown, field: Field, lookup: Lookup) => string

const text: Words = (value) => String(value)
const long: Words = (value) => truncate(stripHtml(String(value)).trim(), 200)
const list: Words = (value) => (Array.isArray(value) ? value.join(', ') : '')
const number: Words = (value) => plainNumber(value)
const word: Words = (value) => humanise(String(value))

/** How each kind of value is said in a sentence. */
const words: Record<Kind, Words> = {
  text,
  longText: long,
  richText: long,
  email: text,
  emails: list,
  phone: text,
  url: text,
  flag: (value) => (value ? 'Yes' : 'No'),
  integer: text,
  money: (value) => dollars(value),
  rate: number,
  percent: (value) => `${plainNumber(value)} %`,
  quantity: number,
  date: (value) => formatDayShort(String(value)),
  timestamp: (value, _field, { timeZone }) => stampIn(String(value), timeZone),
  choice: word,
  option: word,
  ref: (value, { options }, lookup) => {
    const target = options.target ?? ''
    return lookup.title(target, Number(value)) ?? `${humanise(target)} ${value}`
  },
  refs: list,
  json: () => '',
  icp: text,
  connections: list,
  nzbn: text,
  gstNumber: text,
  bankAccount: text,
  bic: text,
  postcode: text,
  timeZone: text,
}

function valueWords(field: Field, value: unknown, lookup: Lookup): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  // The history keeps masks only; not even those are needed here.
  if (field.options.masked) return 'hidden'
  return words[field.kind](value, field, lookup) || 'nothing'
}

function stampIn(instant: string, timeZone = BUSINESS_TIME_ZONE): string {
  const stamp = formatStamp(instant, timeZone)
  return stamp && `${stamp}${zoneMark(timeZone)}`
}

export const dollars = (amount: unknown) => `$${formatMoney(String(amount))}`

/** A decimal without the zeros its column adds. */
export function plainNumber(value: unknown): string {
  const isNumber = typeof value === 'string' || typeof value === 'number'
  if (!isNumber || !/^-?\d+(\.\d+)?$/.test(String(value))) return String(value ?? '')
  return new Exact(value).toFixed().replace('-', '−')
}

/** A count as it is read off a meter: thousands apart. */
export function grouped(value: string): string {
  const [whole = '', fraction] = plainNumber(value).split('.')
  const thousands = inThousands(whole)
  return fraction ? `${thousands}.${fraction}` : thousands
}
