import type { Role } from '#domain/access/role.ts'

/** How a cell is added up and written. Money is counted in cents until it is written. */
export type ColumnKind = 'money' | 'count' | 'percent'

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
  /** The first is what it opens with. */
  groups: Readonly<Record<string, ReportGroup>>
  columns: readonly ReportColumn[]
  /** The column by which rows are ordered, the largest first, and which is compared. */
  main: string
  /** Rows by their main column, or the totals of these columns. */
  chart: 'rows' | readonly string[]
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
  columns: readonly Pick<ReportColumn, 'name' | 'label' | 'kind'>[]
  rows: readonly ReportRow[]
}
