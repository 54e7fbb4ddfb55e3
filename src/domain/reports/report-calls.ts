import { z } from 'zod'
import { call, data, file } from '#domain/kit/call.ts'
import { sentDay } from '#domain/kit/schema.ts'
import {
  type Agreement,
  type CellValue,
  type ColumnKind,
  type PeriodKind,
  periodKinds,
  type ReportHeadline,
  type ReportRow,
  type ReportTable,
} from './report.ts'

/** As much of a report as its list shows. */
export interface ListedReport {
  name: string
  title: string
  about: string
  spans: 'period' | 'day'
  groups: string[]
  may_export: boolean
}

/** What a report was asked for, and all that is said about its rows as a whole. */
export interface ReportFacts {
  name: string
  title: string
  group: string
  of: string | null
  /** What the rows of other groups are called that it is narrowed to. */
  of_name: string | null
  period: PeriodKind
  from: string
  to: string
  /** Asking again for these two gives the same cents. */
  as_at: string
  known_at: string
  compare: 'before' | 'year' | null
  compared: { from: string; to: string } | null
  columns: { name: string; label: string; kind: ColumnKind }[]
  totals: Record<string, CellValue>
  totals_before: Record<string, CellValue> | null
  agrees: Agreement | null
  headline: ReportHeadline | null
  tables: ReportTable[]
  /** When it was made, where it was not made for this call. */
  made_at: string | null
  total: number
  limit: number
  offset: number
}

/** A report that takes longer than somebody waits is made by a job: it is asked for by its name. */
export interface ReportOnItsWay {
  job_id: number
}

export const isOnItsWay = (info: ReportFacts | ReportOnItsWay): info is ReportOnItsWay =>
  'job_id' in info

const question = {
  name: z.string().min(1).max(40),
  group: z.string().max(40).optional(),
  /** Only what rows of other groups add up: customer:12, or both of partner:3,customer:12. */
  of: z.string().max(300).optional(),
  period: z.enum(periodKinds).optional(),
  /** Any day of the period. */
  day: sentDay('Day').optional(),
  from: sentDay('From').optional(),
  to: sentDay('To').optional(),
  as_at: sentDay('As at').optional(),
  known_at: z.iso.datetime({ offset: true, error: 'That is not a moment.' }).optional(),
  compare: z.enum(['before', 'year']).optional(),
  cash: z
    .string()
    .regex(/^\d{1,10}(\.\d{1,2})?$/, 'That is not an amount.')
    .optional(),
}

export const reportCalls = {
  list: call({
    method: 'GET',
    path: '/reports',
    summary: 'The reports that one may read',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<ListedReport[]>(),
  }),
  read: call({
    method: 'GET',
    path: '/report',
    summary: 'One report: its rows by a group, their totals and whether the books agree',
    compressed: true,
    policy: { from: 'user' },
    input: z.object({
      ...question,
      limit: z.coerce.number<string | number>().int().min(1).max(500).optional(),
      offset: z.coerce.number<string | number>().int().min(0).max(1_000_000).optional(),
      /** One that was on its way when it was asked for: it, or that it still is. */
      job_id: z.coerce.number<string | number>().int().positive().optional(),
      /** Made anew, although it was made a few minutes ago. */
      anew: z.literal('1').optional(),
    }),
    answers: data<ReportRow[], ReportFacts | ReportOnItsWay>(),
  }),
  csv: call({
    method: 'GET',
    path: '/report/csv',
    summary: 'The same as a file for spreadsheets, all of it; or one of the tables below it',
    compressed: true,
    policy: { from: 'accounting', whileImpersonating: false },
    sends: 'text/csv',
    input: z.object({
      ...question,
      /** The title of a table that stands below the report. */
      table: z.string().max(60).optional(),
    }),
    answers: file,
  }),
}
