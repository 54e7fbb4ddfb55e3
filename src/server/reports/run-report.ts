import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type NarrowedTo, narrowedText } from '#domain/reports/narrowed.ts'
import {
  type Agreement,
  RECORD,
  type ReportDefinition,
  type ReportFact,
  type ReportRow,
} from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
import { tabulate, toldColumns } from '#domain/reports/tabulate.ts'
import { type Conn, isOutOfTime } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type AskedReport, type CheckedQuestion, checkedQuestion } from './report-question.ts'
import type { ReportFinding, ReportSource } from './report-source.ts'

export interface RanReport {
  rows: ReportRow[]
  /** How many there are, of which these may be a page. */
  total: number
  facts: Omit<ReportFacts, 'limit' | 'offset' | 'total'>
}

// Rows, totals and what the books say are of one moment: nothing may be booked between them. What is
// added up for a report has room in memory.
const ONE_MOMENT = `set transaction isolation level repeatable read, read only;
  set local work_mem = '32MB'`
const AT_ONCE = `${ONE_MOMENT}; set local statement_timeout = 1000`

export interface RowSpan {
  offset: number
  limit: number
}

/**
 * A page of a report for somebody who waits for it; null where one of its statements takes over a
 * second.
 */
export async function runReportAtOnce(
  ctx: Context,
  definition: ReportDefinition,
  source: ReportSource,
  { page, ...asked }: AskedReport & { page: RowSpan },
): Promise<RanReport | null> {
  try {
    return await ctx.database.write(
      scopeOf(ctx),
      (conn) => foundIn(ctx, conn, definition, source, asked, page),
      AT_ONCE,
    )
  } catch (error) {
    if (isOutOfTime(error)) return null
    throw error
  }
}

/**
 * Finds a report's facts, adds them up by a group and holds the total against the books. One that
 * passes the time of a call is run anew with the time of an export, beside the others.
 */
export async function runReport(
  ctx: Context,
  definition: ReportDefinition,
  source: ReportSource,
  asked: AskedReport,
): Promise<RanReport> {
  const { database } = ctx
  const found = (conn: Conn) => foundIn(ctx, conn, definition, source, asked)
  try {
    return await database.write(scopeOf(ctx), found, ONE_MOMENT)
  } catch (error) {
    if (!isOutOfTime(error)) throw error
    return database.patient(scopeOf(ctx), found, ONE_MOMENT)
  }
}

async function foundIn(
  ctx: Context,
  conn: Conn,
  definition: ReportDefinition,
  source: ReportSource,
  asked: AskedReport,
  page?: RowSpan,
): Promise<RanReport> {
  const checked = await checkedQuestion(ctx, conn, definition, asked)
  const { group, narrowed, period, question, compared } = checked
  const found = await source(conn, question, ctx)
  const told = question.isNow ? definition : keptOf(definition)
  const table = tabulate(told, found.facts, group, narrowed)
  const before =
    compared && tabulate(told, (await source(conn, compared, ctx)).facts, group, narrowed)
  const address = addressOf(definition, asked, checked)
  const earlier = before && new Map(before.rows.map((row) => [row.key.key, row]))
  const shown = page ? table.rows.slice(page.offset, page.offset + page.limit) : table.rows
  const named = await found.keysOf?.(
    conn,
    shown.map(({ key }) => key.key),
  )
  const names = new Map(named?.map((one) => [one.key, one]))
  const rows = shown.map(({ key: own, values }): ReportRow => {
    const key = names.get(own.key) ?? own
    return {
      key: key.key,
      name: key.name,
      detail: key.detail ?? null,
      to: address(key.key, key.to ?? null),
      values,
      before: earlier && (earlier.get(earlierKey(checked, key.key))?.values ?? null),
    }
  })
  return {
    rows,
    total: table.rows.length,
    facts: {
      name: definition.name,
      title: definition.title,
      group,
      of: asked.of ?? null,
      of_name: narrowed ? namesOf(narrowed, found.facts) : null,
      period,
      from: question.from,
      to: question.to,
      as_at: question.as_at,
      known_at: question.known_at,
      made_at: null,
      compare: asked.compare ?? null,
      compared: compared && comparedSpan(definition, compared),
      columns: toldColumns(told.columns, table).map(({ name, label, kind }) => ({
        name,
        label,
        kind,
      })),
      totals: table.totals,
      totals_before: before?.totals ?? null,
      agrees: agreement(definition, found),
      headline: found.headline ?? null,
      tables: [...(found.tables ?? [])],
    },
  }
}

/** Without what nobody kept of an earlier day or moment. */
function keptOf(definition: ReportDefinition): ReportDefinition {
  const columns = definition.columns.filter(({ isOfNow }) => !isOfNow)
  return columns.length < definition.columns.length ? { ...definition, columns } : definition
}

/** What the rows are called that it is narrowed to, as far as anything is known of them. */
function namesOf(narrowed: NarrowedTo, facts: readonly ReportFact[]): string | null {
  const names = narrowed.flatMap(({ group, key }) => {
    const named = facts.find((fact) => fact.keys[group]?.key === key)
    return named?.keys[group]?.name ?? []
  })
  return names.length > 0 ? names.join(' · ') : null
}

const comparedSpan = (
  { spans }: ReportDefinition,
  { from, to, as_at }: CheckedQuestion['question'],
) => (spans === 'day' ? { from: as_at, to: as_at } : { from, to })

function agreement({ agreesWith }: ReportDefinition, { agrees }: ReportFinding): Agreement | null {
  if (!agreesWith || !agrees) return null
  const { report, books } = agrees
  const [told, booked, difference] = [report, books, wholeCents(report - books)].map(
    toDecimalString,
  )
  return {
    words: agreesWith,
    report: told ?? '',
    books: booked ?? '',
    difference: difference ?? '',
  }
}

/** April is compared with the March before it, or with the April of the year before. */
function earlierKey({ group, question, compared }: CheckedQuestion, key: string): string {
  if (group !== 'month' || !compared || !key) return key
  const back = monthNumber(question.from) - monthNumber(compared.from)
  const month = monthNumber(`${key}-01`) - back
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** Where a row leads: to the record it is, or to the same report with what it adds up. */
function addressOf(
  { name, groups, spans }: ReportDefinition,
  asked: AskedReport,
  { group, narrowed = [], question }: CheckedQuestion,
) {
  const opens = groups[group]?.opens ?? RECORD
  // What it is narrowed to already goes along: a row adds up no more than that.
  const within = narrowed.filter((part) => part.group !== group)
  return (key: string, record: string | null): string | null => {
    if (opens === RECORD) return record
    const of = narrowedText([...within, { group, key }])
    const query = new URLSearchParams({ name, group: opens, of })
    if (spans === 'period') {
      query.set('from', question.from)
      query.set('to', question.to)
    }
    if (asked.as_at) query.set('as_at', asked.as_at)
    if (asked.known_at) query.set('known_at', asked.known_at)
    return `/app/reports?${query}`
  }
}
