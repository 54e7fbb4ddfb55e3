import { z } from 'zod'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { fieldChangeCalls } from '#domain/kit/fieldchange-calls.ts'
import { created, messageOf } from '#domain/kit/problem.ts'
import { fieldSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { cellsOf } from '#server/kit/rows/cell.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNames } from '#server/kit/rows/row-names.ts'
import { admittedField } from './admitted.ts'
import type { FieldChangeJob } from './change-rows-job.ts'
import { toldChange } from './told-change.ts'

type ChangeRequest = CheckedOf<typeof fieldChangeCalls.start>

const STORE = sql<
  { id: number },
  [object_class: string, field: string, value: string, user_id: number, by: string, as: string]
>`insert into fieldchanges (organisation_id, object_class, field, value, state, user_id, asked_by,
    asked_as)
  values (scope_organisation(), $1, $2, $3::jsonb, 'running', $4, $5::jsonb, $6) returning id`

/** Notes which rows are to be changed, and has the server change them. */
export function startChange(catalogue: Catalogue, job: FieldChangeJob) {
  return async (ctx: Context, conn: Conn, asked: ChangeRequest) => {
    const { entity, name, field } = admittedField(ctx, asked)
    // What no row can take is refused before any is touched, in the field's own words.
    const shape = z.object({ [name]: fieldSchema(entity, name, field) })
    const checked = validate(shape, { [name]: asked.value ?? null }, entity)
    await checkAgainstOthers(ctx, conn, entity, checked, catalogue)
    const value = JSON.stringify(cellsOf(checked)[name] ?? null)
    const by = JSON.stringify(personOf(ctx))
    const { user_id, role } = ctx.actor
    const stored = await STORE.one(conn, entity.name, name, value, user_id, by, role)
    const id = stored?.id ?? 0
    await keepRows(conn, entity, id, asked.ids)
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueue(conn, job, { organisation_id, fieldchange_id: id })
    const data = await toldChange(ctx, conn, id)
    const what = plural(data.counts.waiting, data.words.one, data.words.many)
    return { status: created, data, message: `${what} under way.` }
  }
}

const KEEP_ROWS = sql<
  never,
  [fieldchange_id: number, ids: readonly number[], known: readonly number[], unknown: string]
>`insert into fieldchange_rows (organisation_id, fieldchange_id, object_id, state, problem)
  select scope_organisation(), $1, given.id,
    case when k.id is null then 'refused' else 'waiting' end, case when k.id is null then $4 end
  from (select id, min(place) as place from unnest($2::bigint[]) with ordinality x (id, place)
    group by id) given
  left join unnest($3::bigint[]) k (id) on k.id = given.id
  order by given.place`

/** Each row once, in the order they were named; of what does not exist it is said at once. */
async function keepRows(
  conn: Conn,
  entity: Entity,
  fieldchange_id: number,
  ids: readonly number[],
): Promise<void> {
  const known = [...(await rowNames(conn, entity, ids)).keys()]
  const unknown = messageOf('notFound', { what: entity.label.toLowerCase() })
  await KEEP_ROWS.run(conn, fieldchange_id, ids, known, unknown)
}
