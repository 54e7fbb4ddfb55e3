import { isGuardedField } from '#domain/customers/guard-code.ts'
import { exportDays, fileNameOf } from '#domain/exports/export-days.ts'
import { type CsvCell, csvHead, csvLine } from '#domain/kit/csv-writer.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { type Cells, cellsOf } from '#server/kit/rows/cell.ts'
import { columnRules, jsonOf, quote, visibleColumns } from '#server/kit/rows/column.ts'
import { type FieldKeys, unseal } from '#server/kit/rows/seal.ts'
import type { Batch, PlannedFile } from './planned-file.ts'
import type { Snapshot } from './snapshot.ts'

/** How the rows of an entity are asked for and written. */
export interface EntityQuestion {
  format: 'csv' | 'jsonl'
  from: string | null
  to: string | null
  /** Opens what is hidden; null leaves those columns out. */
  keys: FieldKeys | null
}

const BATCH_ROWS = 500

/** The rows of an entity as a file: all of it that an admin may see, oldest first. */
export function entityFile(entity: Entity, asked: EntityQuestion): PlannedFile {
  const names = visibleColumns(entity, 'admin').filter(
    (name) => asked.keys !== null || !isMasked(entity, name),
  )
  const columns = names.map((name) => ({
    name,
    label: labelOf(entity, name),
    kind: entity.fields[name]?.kind ?? systemKinds[name] ?? 'integer',
  }))
  return {
    name: `${fileNameOf(entity.plural)}.${asked.format}`,
    title: entity.labelPlural,
    columns,
    batches: (snapshot) => batchesOf(entity, names, asked, snapshot),
  }
}

const isMasked = ({ fields }: Entity, name: string) => fields[name]?.options.masked === true

const systemKinds: Readonly<Record<string, string>> = {
  created_at: 'timestamp',
  modified_at: 'timestamp',
  deleted_at: 'timestamp',
}

async function* batchesOf(
  entity: Entity,
  names: readonly string[],
  asked: EntityQuestion,
  { client, ctx }: Snapshot,
): AsyncGenerator<Batch> {
  const text = statementOf(entity, names)
  const writeRow = asked.format === 'csv' ? csvWriter(entity, names) : jsonLine
  const money = names.filter((name) => entity.fields[name]?.kind === 'money')
  const head = asked.format === 'csv' ? csvHead(csvColumns(entity, names)) : ''
  yield { text: head, rows: 0, amounts: [] }
  for (let after = 0; ; ) {
    const values = [ctx.actor.organisation_id, after, asked.from, asked.to]
    const { rows } = await client.query<{ id: number }>(text, values)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const opened = rows.map((row) => openedRow(entity, row, asked.keys))
    yield {
      text: opened.map(writeRow).join(''),
      rows: rows.length,
      amounts: opened.flatMap((row) =>
        money.flatMap((name) => (row[name] === null ? [] : [[name, String(row[name])] as const])),
      ),
    }
  }
}

/** A page of rows after an id; days of moments are those of Auckland. */
function statementOf(entity: Entity, names: readonly string[]): string {
  const cells = names.map((name) => {
    const field = entity.fields[name]
    const source = `t.${quote(name)}`
    const value = field && !field.options.masked ? jsonOf(field, source) : source
    return `${isGuarded(entity, name) ? unlessGuarded(source) : value} as ${quote(name)}`
  })
  const day = dayOf(entity)
  return `select ${cells.join(', ')} from ${quote(entity.plural)} t
    where t.organisation_id = $1 and t.id > $2 and t.deleted_at is null
      and ($3::date is null or ${day} >= $3::date) and ($4::date is null or ${day} <= $4::date)
    order by t.organisation_id, t.id limit ${BATCH_ROWS}`
}

const isGuarded = ({ name }: Entity, column: string) =>
  name === 'customer' && isGuardedField(column)

/** Where a guard code stands before the details of a customer, no export opens them. */
const unlessGuarded = (source: string) => `case when exists (select from guardcodes g
  where g.organisation_id = t.organisation_id and g.customer_id = t.id)
  then split_part(${source}, '|', 1) else ${source} end`

/** The day of a row; what has none is there on any day that is asked for. */
function dayOf(entity: Entity): string {
  const name = exportDays[entity.name]
  if (!name) return 'coalesce($3::date, $4::date)'
  const source = `t.${quote(name)}`
  if (entity.fields[name]?.kind === 'date') return source
  return `(${source} at time zone 'Pacific/Auckland')::date`
}

function openedRow(entity: Entity, row: object, keys: FieldKeys | null): Cells {
  if (!keys) return cellsOf(row)
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    isMasked(entity, name) && isSealed(value) ? unseal(keys, value) : value,
  ])
  return Object.fromEntries(cells)
}

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('|v1.')

const jsonLine = (row: Cells) => `${JSON.stringify(row)}\n`

function csvColumns(entity: Entity, names: readonly string[]) {
  return names.map((name) => ({ name, isText: isText(entity, name) }))
}

/** Cells we know to be numbers, days or moments are left alone. */
function isText(entity: Entity, name: string): boolean {
  const field = entity.fields[name]
  if (!field) return false
  const { isText: isWords, type } = columnRules[field.kind]
  return isWords || !/^(numeric|integer|bigint$|date|timestamp|boolean)/.test(type)
}

function csvWriter(entity: Entity, names: readonly string[]) {
  const columns = csvColumns(entity, names)
  return (row: Cells) =>
    csvLine(
      columns,
      names.map((name) => csvCell(row[name])),
    )
}

/** As lists are exported: flags are t and f, several values stand in one cell. */
function csvCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number' || typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return isPlainList ? value.join('; ') : JSON.stringify(value)
}
