import { entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { ToldRow } from '#domain/operations/timeline.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { quote } from '#server/kit/rows/column.ts'

export type RecordTitles = Pick<ToldRow, 'title' | 'parent_id' | 'parent_title'>

interface TitledRecord extends RecordTitles {
  object_class: string
  id: number
}

/** Names what the rows are about and what that is a part of, in one statement for all of them. */
export async function withTitles(
  conn: Conn,
  rows: readonly Omit<ToldRow, keyof RecordTitles>[],
): Promise<ToldRow[]> {
  const byClass = Map.groupBy(rows, (row) => row.object_class)
  const asked = [...byClass].flatMap(([name, own]) => {
    const entity = entityNamed(name)
    return entity ? [{ entity, ids: own.map((row) => row.object_id) }] : []
  })
  if (asked.length === 0) return []
  const sql = asked.map(({ entity }, place) => titleSql(entity, `$${place + 1}`))
  const found = await conn.query<TitledRecord>(
    sql.join(' union all '),
    asked.map(({ ids }) => [...new Set(ids)]),
  )
  const named = new Map(found.map((one) => [`${one.object_class} ${one.id}`, one]))
  return rows.map((row) => {
    const one = named.get(`${row.object_class} ${row.object_id}`)
    const { title = null, parent_id = null, parent_title = null } = one ?? {}
    return { ...row, title, parent_id, parent_title }
  })
}

const wholes = [
  ['contract_id', 'contracts', 'contract_number'],
  ['meter_id', 'meters', 'meter_number'],
] as const

function titleSql(entity: Entity, ids: string): string {
  const whole = wholes.find(([column]) => entity.fields[column]?.options.required)
  const part = whole
    ? `, p.id as parent_id, p.${whole[2]} as parent_title`
    : ', null::bigint as parent_id, null::text as parent_title'
  const join = whole ? `left join ${whole[1]} p on p.id = o.${whole[0]}` : ''
  return `select '${entity.name}' as object_class, o.id, o.${quote(entity.title)}::text as title
      ${part} from ${quote(entity.plural)} o ${join} where o.id = any(${ids}::bigint[])`
}

/** The names of what the changes refer to, by “entity id”, in one statement. */
export async function titlesOfReferences(
  conn: Conn,
  rows: readonly ToldRow[],
): Promise<Map<string, string>> {
  const asked = new Map<Entity, Set<number>>()
  for (const row of rows.filter(({ action }) => action !== 'create'))
    for (const [target, id] of referencesIn(row)) {
      const ids = asked.get(target) ?? new Set()
      asked.set(target, ids.add(id))
    }
  if (asked.size === 0) return new Map()
  const sql = [...asked.keys()].map(
    (target, place) => `select '${target.name} ' || id as key, ${quote(target.title)}::text as title
      from ${quote(target.plural)} where id = any($${place + 1}::bigint[])`,
  )
  const found = await conn.query<{ key: string; title: string | null }>(
    sql.join(' union all '),
    [...asked.values()].map((ids) => [...ids]),
  )
  return new Map(found.flatMap(({ key, title }) => (title ? [[key, title]] : [])))
}

function referencesIn(row: ToldRow): [Entity, number][] {
  const fields = entityNamed(row.object_class)?.fields ?? {}
  return Object.entries(row.changes).flatMap(([name, sides]) => {
    const target = entityNamed(fields[name]?.options.target ?? '')
    if (fields[name]?.kind !== 'ref' || !target) return []
    return sides.flatMap((id): [Entity, number][] => (typeof id === 'number' ? [[target, id]] : []))
  })
}
