import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'
import { columnRules, columnTypeOf, quote } from '#server/kit/rows/column.ts'

export interface ActualColumn {
  table_name: string
  column_name: string
  type: string
  is_not_null: boolean
  /** Definitions of the checks and references that mention the column. */
  constraints: string[]
}

export interface Difference {
  what: string
  /** The SQL that would close the gap, to be looked at and put into a migration. */
  sql: string
}

/** Every column of every table as PostgreSQL describes it. */
export const actualColumnsSql = `
  select c.relname as table_name, a.attname as column_name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_not_null,
    coalesce((select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = c.oid and a.attnum = any(k.conkey) and k.contype in ('c', 'f')), '{}') as constraints
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped`

// Kept beside an entity's fields for the database or the identity module, never answered.
const privateColumns: Record<string, readonly string[]> = {
  organisations: ['demonstration_number'],
  users: ['password_hash', 'totp_secret', 'session_version', 'demonstration_id'],
  customers: ['address_line', 'located_line', 'grid_x', 'grid_y'],
  meters: ['connection', 'address_line', 'located_line', 'grid_x', 'grid_y'],
  transactions: ['actor_id', 'impersonator_id'],
  commissions: ['statement_id'],
  messages: [
    'client_key',
    'unique_key',
    'sealed_words',
    'attachment',
    'sending_until',
    'rfc_id',
    'in_reply_to',
    'mail_references',
    'body_hash',
    'tone',
    'is_by_hand',
    'care_reason',
    'own_threat',
    'may_repeat',
    'is_awaited',
    'has_turn',
  ],
  threads: ['party', 'last_id', 'waited_since', 'joined_id'],
  bulkmessages: ['words'],
  mandates: [
    'account_holder',
    'provider_mandate_id',
    'provider_account_id',
    'provider_customer_id',
  ],
  invoicepayments: ['provider_payment_id', 'provider_series_id'],
  payouts: ['provider_payout_id'],
  ddevents: ['resource_id', 'links'],
  exports: ['attempt'],
  bulkrecipients: ['is_promotional', 'taken_until'],
}

/** Compares the migrated database with the entities, column by column. */
export function schemaDifferences(
  entities: readonly Entity[],
  actual: readonly ActualColumn[],
): Difference[] {
  return entities.flatMap((entity) => {
    const columns = actual.filter((column) => column.table_name === entity.plural)
    if (columns.length === 0)
      return [{ what: `${entity.plural} is missing`, sql: createTableSql(entity, entities) }]
    const missing = fieldsOf(entity).flatMap(([name, field]) =>
      fieldDifferences(entity, name, field, { columns, entities }),
    )
    return [...missing, ...strangers(entity, columns)]
  })
}

interface KnownColumns {
  columns: readonly ActualColumn[]
  /** Where a reference finds the table it refers to. */
  entities: readonly Entity[]
}

function fieldDifferences(
  entity: Entity,
  name: string,
  field: Field,
  { columns, entities }: KnownColumns,
): Difference[] {
  const where = `${entity.plural}.${name}`
  const table = `alter table ${quote(entity.plural)}`
  const column = columns.find((candidate) => candidate.column_name === name)
  const reference = referenceSql(entity, name, field, entities)
  if (!column) {
    const added = [`add column ${ddl(name, field)}`, ...(reference ? [`add ${reference}`] : [])]
    return [{ what: `${where} is missing`, sql: `${table} ${added.join(', ')};` }]
  }
  const found: Difference[] = []
  const type = columnTypeOf(field)
  if (column.type !== type)
    found.push({
      what: `${where} is ${column.type}, not ${type}`,
      sql: `${table} alter column ${quote(name)} type ${type};`,
    })
  if (column.is_not_null !== isNotNull(field))
    found.push({
      what: `${where} ${column.is_not_null ? 'refuses' : 'takes'} nulls`,
      sql: `${table} alter column ${quote(name)} ${isNotNull(field) ? 'set' : 'drop'} not null;`,
    })
  return [...found, ...constraintDifferences(entity, name, field, { column, reference })]
}

function constraintDifferences(
  entity: Entity,
  name: string,
  field: Field,
  { column, reference }: { column: ActualColumn; reference: string | null },
): Difference[] {
  const where = `${entity.plural}.${name}`
  const table = `alter table ${quote(entity.plural)}`
  const choices = field.options.choices ?? []
  const checks = column.constraints.filter((definition) => definition.startsWith('CHECK'))
  const unchecked = choices.filter(
    (choice) => !checks.some((check) => check.includes(`'${choice}'`)),
  )
  if (unchecked.length > 0)
    return [
      {
        what: `${where} has no check for ${unchecked.join(', ')}`,
        sql: `${table} add ${checkSql(name, choices)};`,
      },
    ]
  const isReferenced = column.constraints.some((definition) => definition.startsWith('FOREIGN KEY'))
  if (reference && !isReferenced)
    return [{ what: `${where} refers to nothing`, sql: `${table} add ${reference};` }]
  return []
}

/** Rows refer to rows of their own organisation alone; those of the platform are everybody's. */
function referenceSql(
  entity: Entity,
  name: string,
  field: Field,
  entities: readonly Entity[],
): string | null {
  const target = entities.find((other) => other.name === field.options.target)
  if (field.kind !== 'ref' || !target) return null
  return entity.scope === 'organisation' && target.scope === 'organisation'
    ? `foreign key (organisation_id, ${quote(name)}) references ${quote(target.plural)} (organisation_id, id)`
    : `foreign key (${quote(name)}) references ${quote(target.plural)} (id)`
}

function strangers(entity: Entity, columns: readonly ActualColumn[]): Difference[] {
  const known = new Set([
    ...Object.keys(entity.fields),
    ...['id', 'version', 'created_at', 'modified_at', 'deleted_at', 'search_text'],
    ...(entity.duplicates.includes(entity.title) ? [`${entity.title}_folded`] : []),
    ...(entity.scope === 'organisation' ? ['organisation_id'] : []),
    ...(privateColumns[entity.plural] ?? []),
  ])
  return columns
    .filter((column) => !known.has(column.column_name))
    .map((column) => ({
      what: `${entity.plural}.${column.column_name} belongs to no field`,
      sql: `-- alter table ${quote(entity.plural)} drop column ${quote(column.column_name)};`,
    }))
}

function isNotNull(field: Field): boolean {
  return field.options.required || columnRules[field.kind].notNull === true
}

function ddl(name: string, field: Field): string {
  const filler =
    field.kind === 'flag'
      ? ' default false'
      : columnTypeOf(field).endsWith('[]')
        ? " default '{}'"
        : ''
  const check = field.options.choices ? ` ${checkSql(name, field.options.choices)}` : ''
  return `${quote(name)} ${columnTypeOf(field)}${isNotNull(field) ? ' not null' : ''}${filler}${check}`
}

function checkSql(name: string, choices: readonly string[]): string {
  return `check (${quote(name)} in (${choices.map((choice) => `'${choice}'`).join(', ')}))`
}

function createTableSql(entity: Entity, entities: readonly Entity[]): string {
  const isOwned = entity.scope === 'organisation'
  const search = entity.search.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")
  const lines = [
    'id bigint generated always as identity primary key',
    ...(isOwned ? ['organisation_id bigint not null references organisations (id)'] : []),
    ...fieldsOf(entity).map(([name, field]) => ddl(name, field)),
    'version integer not null default 1',
    'created_at timestamp(3) with time zone not null default now()',
    'modified_at timestamp(3) with time zone not null default now()',
    'deleted_at timestamp(3) with time zone',
    ...(entity.duplicates.includes(entity.title)
      ? [`${entity.title}_folded text generated always as (fold_text(${entity.title})) stored`]
      : []),
    ...(search ? [`search_text text generated always as (fold_text(${search})) stored`] : []),
    ...(isOwned ? ['unique (organisation_id, id)'] : []),
    ...fieldsOf(entity).flatMap(
      ([name, field]) => referenceSql(entity, name, field, entities) ?? [],
    ),
  ]
  const protect = isOwned ? `\ncall protect_table('${entity.plural}');` : ''
  const after = `${protect}\ncall count_changes('${entity.plural}');`
  return `create table ${quote(entity.plural)} (\n  ${lines.join(',\n  ')}\n);${after}`
}
