import type { Role } from '#domain/access/role.ts'

/**
 * How a cell is added up and written. Until then money is counted in cents, quantities in millionths,
 * and of days, which are their numbers, the earliest stands for all.
 */
export type ColumnKind = 'money' | 'count' | 'percent' | 'quantity' | 'day'

/** What the facts of a row, or of all rows, come to. */
export type Sums = Readonly<Record<string, number>>

/** Single values of facts, for what no sum can tell, such as a median. */
export type Samples = Readonly<Record<string, readonly number[]>>

export interface ReportColumn {
  name: string
  label: string
  kind: ColumnKind
  isStrong?: boolean
  /** Anything but nothing is a reason to look closer. */
  isAlarm?: boolean
  /** Left out where no row has any of it. */
  isOptional?: boolean
  /** Added up for those that are worked out of it, and not told itself. */
  isUntold?: boolean
  /** Left out of an earlier day or moment: nobody kept how it was. */
  isOfNow?: true
  /** Worked out of the sums, where adding up would be wrong. */
  from?: (sums: Sums, samples: Samples) => string | null
}

export const periodKinds = ['month', 'quarter', 'gst', 'year', 'free'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** A group's rows, and what each of them opens: a finer group, or the record itself. */
export interface ReportGroup {
  label: string
  opens: string
}

export const RECORD = 'record'

/** What is drawn of each row: a bar, what stands beside it, and how much of it is estimated. */
interface DrawnColumns {
  /** Instead of the main column. */
  value?: { name: string; words: string }
  beside: string
  beside_words: string
  estimated?: string
}

/** One report: its list entry, its screen, its file and its tests follow from this. */
export interface ReportDefinition {
  name: string
  title: string
  about: string
  /** The lowest role that reads it. */
  role: Role
  /** The lowest role that takes it away as a file. */
  csvRole: Role
  /** It tells of all that happened in a period, or of what stood on one day. */
  spans: 'period' | 'day'
  usual: PeriodKind
  /** The days it opens with, where those of the usual period would tell too little. */
  usualSpan?: (today: string) => { from: string; to: string }
  /** It tells how things stand now: it cannot be asked as of an earlier day or moment. */
  isOfNow?: true
  /** The first is what it opens with. */
  groups: Readonly<Record<string, ReportGroup>>
  columns: readonly ReportColumn[]
  /** The column by which rows are ordered, the largest first, and which is compared. */
  main: string
  /** Rows by their main column, or the totals of these columns. */
  chart: 'rows' | readonly string[]
  /** Columns that are drawn of the rows, where it is not the main one alone. */
  drawn?: DrawnColumns
  /** What its total is held against in the books; null where it tells no money of theirs. */
  agreesWith: string | null
  /** Rows stand by their names: it counts what people do, and is no ranking. */
  isByName?: true
  /** It also says what to pay first with so much money. */
  takesCash?: boolean
}

/** What a fact counts under, in one of the groups. */
export interface GroupKey {
  key: string
  name: string
  detail?: string | null
  /** The address of the record, where it is one. */
  to?: string | null
}

/** The smallest thing that a report adds up. */
export interface ReportFact {
  keys: Readonly<Record<string, GroupKey>>
  sums: Sums
  samples?: Samples
}

export type CellValue = string | number | null

export interface ReportRow {
  key: string
  name: string
  detail: string | null
  /** What the row adds up, or the record that it is. */
  to: string | null
  values: Record<string, CellValue>
  /** The same in the time it is compared with; null where there was nothing. */
  before: Record<string, CellValue> | null
  /** A mail to the customer about it, ready to be looked over and sent. */
  offer?: PreparedMail | null
}

/** What a mail begins with; nobody has sent it yet. */
export interface PreparedMail {
  label: string
  customer_id: number
  subject: string
  text: string
}

/** One number that the whole report comes to, with the sentence that explains it. */
export interface ReportHeadline {
  label: string
  value: string
  about: string
}

/** Whether the books say the same: anything but 0.00 is shown in red. */
export interface Agreement {
  words: string
  report: string
  books: string
  difference: string
}

/** A further table below a report. */
export interface ReportTable {
  title: string
  about: string
  /** What a row is, where it is no document. */
  heading?: string
  columns: readonly Pick<ReportColumn, 'name' | 'label' | 'kind'>[]
  rows: readonly ReportRow[]
}
