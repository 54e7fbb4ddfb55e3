import pg from 'pg'
import { BYTE_ORDER_MARK } from '#domain/kit/csv-writer.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { columnRules, quote, visibleColumns } from '#server/kit/rows/column.ts'
import { guardCells } from '#server/kit/rows/csv-guard.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { ListQuery } from '#server/kit/rows/list-query.ts'
import { orderSql, Parameters, whereSql } from '#server/kit/rows/list-sql.ts'
import { type Context, scopeOf } from './context.ts'
import type { Answer } from './route.ts'

const EXPORT_TIMEOUT_MS = 60_000

const running = new Set<number>()

/**
 * Streams the current view as CSV straight from COPY, in constant memory. With a catalogue the
 * columns have their titles, choices their labels, and what they refer to is named, for people; without
 * one it is for machines.
 */
export async function csvAnswer(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  titled: Catalogue | null,
): Promise<Answer<null>> {
  const { user_id } = ctx.actor
  // One export at a time per person keeps a slow download from filling the server.
  if (running.has(user_id)) {
    throw new Problem('tooManyTries', { fill: { wait: 'a moment' }, retryAfterSeconds: 5 })
  }
  running.add(user_id)
  try {
    const columns = exported(ctx, entity, query).map((name) => columnOf(entity, name, titled))
    const sql = copySql(ctx, entity, query, columns)
    const put = guardCells(columns.map(({ isText }) => isText))
    const { copy, release } = await ctx.database.dedicated(scopeOf(ctx), EXPORT_TIMEOUT_MS)
    const name = csvName(entity, ctx.clock.now())
    await noteFile(ctx, name)
    const stream = copy(sql, { head: BYTE_ORDER_MARK, put, more: columns.length })
    stream.once('close', () => {
      running.delete(user_id)
      // A reader that went away takes its query with it: a connection at work is torn down.
      void release()
    })
    const file = { name, type: 'text/csv; charset=utf-8', stream }
    return { file }
  } catch (error) {
    running.delete(user_id)
    throw error
  }
}

/** That a whole list left, and who took it, stands in the history of the organisation. */
async function noteFile(ctx: Context, name: string): Promise<void> {
  const { organisation_id, user_id } = ctx.actor
  const owner =
    organisation_id === null
      ? { object_class: 'user', object_id: user_id }
      : { object_class: 'organisation', object_id: organisation_id }
  await ctx.database.write(scopeOf(ctx), (conn) =>
    recordHistory(conn, ctx, { ...owner, action: 'download', reason: name }),
  )
}

/** §7: what it holds, then the UTC time: customers-2026-11-15_07-09-06.csv. */
export function csvName(entity: Entity, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
  return `${entity.fileName}-${stamp}.csv`
}

function exported(ctx: Context, entity: Entity, query: ListQuery): string[] {
  return (query.columns ?? visibleColumns(entity, ctx.actor.role)).filter(
    (column) => !entity.fields[column]?.options.masked,
  )
}

interface CsvColumn {
  heading: string
  sql: string
  /** Guarded against formulas; cells we know to be numbers or dates are left alone. */
  isText: boolean
}

function columnOf(entity: Entity, name: string, titled: Catalogue | null): CsvColumn {
  if (!titled) return { heading: name, sql: cellSql(entity, name), isText: isText(entity, name) }
  const heading = labelOf(entity, name)
  const words = wordsOf(entity, name, titled)
  if (words) return { heading, sql: words, isText: true }
  return { heading, sql: cellSql(entity, name), isText: isText(entity, name) }
}

/** What people read in place of what is kept, where that is something else. */
function wordsOf(entity: Entity, name: string, titled: Catalogue): string | null {
  const field = entity.fields[name]
  if (!field) return null
  const { choices = [], choiceWords, optionList, target = '' } = field.options
  if (optionList) return optionSql(name, optionList, titled.defaultOptions[optionList] ?? {})
  if (choiceWords || field.kind === 'choice') {
    const known = new Set([...choices, ...Object.keys(choiceWords ?? {})])
    return casesSql(
      name,
      [...known].map((choice) => [choice, choiceInWords(field.options, choice)]),
    )
  }
  const named = field.kind === 'ref' ? titled.lookup(target) : undefined
  if (!named) return null
  // What is gone, or not for these eyes, is still told apart by its number.
  return `coalesce((select o.${quote(named.title)}::text from ${quote(named.plural)} o
    where o.id = t.${quote(name)}), t.${quote(name)}::text)`
}

function copySql(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  columns: readonly CsvColumn[],
): string {
  const parameters = new Parameters()
  const where = whereSql(entity, query, ctx.actor.organisation_id, parameters)
  const cells = columns.map(({ heading, sql }) => `${sql} as ${quote(heading)}`)
  const select = `select ${cells.join(', ')} from ${quote(entity.plural)} t
    where ${where} order by ${orderSql(query.sort)}`
  // COPY takes no parameters; every value goes in as a literal that the driver quotes.
  const filled = select.replace(/\$(\d+)/g, (_, place: string) =>
    literalOf(parameters.values[Number(place) - 1]),
  )
  return `copy (${filled}) to stdout (format csv, header, force_quote *, encoding 'UTF8')`
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return `array[${value.map((item) => pg.escapeLiteral(String(item))).join(', ')}]`
  return pg.escapeLiteral(String(value))
}

/** A choice as people read it; a file without titles has its name, for machines. */
function casesSql(name: string, words: readonly (readonly [string, string])[]): string {
  const column = `t.${quote(name)}`
  if (words.length === 0) return column
  const cases = words.map(([value, label]) => {
    return `when ${pg.escapeLiteral(value)} then ${pg.escapeLiteral(label)}`
  })
  return `case ${column} ${cases.join(' ')} else ${column} end`
}

/** The organisation's own label of an option, or the one that every organisation begins with. */
function optionSql(name: string, list: string, labels: Readonly<Record<string, string>>): string {
  return `coalesce((select o.label from options o where o.organisation_id = scope_organisation()
    and o.list_name = ${pg.escapeLiteral(list)} and o.value = t.${quote(name)}
    and o.deleted_at is null), ${casesSql(name, Object.entries(labels))})`
}

function cellSql(entity: Entity, column: string): string {
  const source = `t.${quote(column)}`
  const field = entity.fields[column]
  if (!field) return source
  if (field.kind === 'emails' || field.kind === 'connections')
    return `array_to_string(${source}, '; ')`
  // Money is printed as it is kept, with its cents.
  return field.kind === 'money' ? source : columnRules[field.kind].json(source)
}

function isText(entity: Entity, column: string): boolean {
  const field = entity.fields[column]
  if (!field) return false
  return columnRules[field.kind].isText || field.kind === 'emails' || field.kind === 'connections'
}
