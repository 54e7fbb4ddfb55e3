import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { created } from '#domain/kit/problem.ts'
import { type Prepared, preparedOnce } from '#server/kit/database/prepared-name.ts'
import { bytesOf } from '#server/kit/http/answer.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type CallKey, INSERT_KEPT, isKeyTaken } from '#server/kit/http/kept-answers.ts'
import type { Answer, Reserved } from '#server/kit/http/route.ts'
import { literal, visibleColumns } from '#server/kit/rows/column.ts'
import { explained } from '#server/kit/rows/conflict.ts'
import { comparedFields, duplicatesSql } from '#server/kit/rows/duplicates.ts'
import { historySql, historyValues } from '#server/kit/rows/history.ts'
import { type NewRow, newRow } from '#server/kit/rows/write-row.ts'
import { filledColumns } from './filled-columns.ts'
import { rowJsonSql } from './row-json-sql.ts'

/** How the answer reads, around the row and the warnings that only the statement knows. */
type AnswerOf = (row: string, warnings: unknown) => Answer

/**
 * A new row under its key in one statement, which is a transaction by itself: the row, its history,
 * rows that look like it, the answer, and the answer kept for a second call. In several statements it
 * took two round trips and about a third more time.
 */
export async function createOnce(
  ctx: Context,
  entity: Entity,
  input: Record<string, unknown>,
  { reserved, key, answerOf }: { reserved: Reserved; key: CallKey; answerOf: AnswerOf },
): Promise<Answer> {
  const row = newRow(ctx, entity, input, reserved)
  const filled = await filledColumns(ctx, entity)
  const compared = comparedFields(entity, input)
  const { sql, name } = statementFor(entity, ctx.actor.role, row, { compared, filled, answerOf })
  const kept = [ctx.actor.user_id, ctx.actor.organisation_id, key.keyHash, key.bodyHash]
  const values = [...row.parameters.values, ...historyValues(ctx, entity, row), ...kept]
  try {
    const [written] = await ctx.database.single(scopeOf(ctx), (conn) =>
      conn.query<{ body: string }>(sql, values, name),
    )
    if (!written) throw new Error(`No ${entity.name} was written.`)
    return { status: created, bytes: Buffer.from(written.body) }
  } catch (error) {
    throw isKeyTaken(error) ? error : explained(error, entity, row.sent)
  }
}

interface Parts {
  compared: readonly string[]
  filled: ReadonlySet<string>
  answerOf: AnswerOf
}

const statements = new WeakMap<Entity, Map<string, Prepared>>()

function statementFor(entity: Entity, role: Role, row: NewRow, parts: Parts): Prepared {
  const known = statements.get(entity) ?? new Map<string, Prepared>()
  statements.set(entity, known)
  const which = `${role} ${row.columns.join()} ${parts.compared.join()}`
  return preparedOnce(known, which, () => createSql(entity, role, row, parts))
}

const HISTORY_VALUES = 10

function createSql(entity: Entity, role: Role, row: NewRow, parts: Parts): string {
  const count = row.columns.length
  const kept = (offset: number) => `$${count + HISTORY_VALUES + offset}`
  return `with t as (${row.change} returning *), h as (${historySql(entity, count)}),
    b as (select ${bodySql(entity, role, row, parts)} as body from t),
    k as (${INSERT_KEPT}
      select ${kept(1)}::bigint, ${kept(2)}::bigint, ${kept(3)}::bytea, ${kept(4)}::bytea,
        ${created}, body from b)
    select body from b`
}

// Where the statement puts what only it knows: a letter that no text of ours contains.
const MARK = '\ue000'

function bodySql(entity: Entity, role: Role, row: NewRow, parts: Parts): string {
  const around = bytesOf(parts.answerOf(MARK, MARK)).toString()
  const [before = '', between = '', after = ''] = around.split(new RegExp(`"?${MARK}"?`))
  const isEmpty = (column: string) => !row.columns.includes(column) && !parts.filled.has(column)
  const data = rowJsonSql(entity, visibleColumns(entity, role), isEmpty)
  const places = parts.compared.map((field) => `$${row.columns.indexOf(field) + 1}`)
  const alike = duplicatesSql(entity, parts.compared, places, '0')
  const warnings = alike ? `coalesce((select json_agg(d) from (${alike}) d), '[]')` : "'[]'"
  return `concat(${literal(before)}, ${data}, ${literal(between)}, ${warnings}, ${literal(after)})`
}
