import type { UpkeepKind, UpkeepOutcome } from '#domain/upkeep/upkeep-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

type Asker = Pick<Conn, 'query'>

const INTERRUPT = sql<never, [kind: UpkeepKind, but_id: number | null]>`
  update upkeep_reports set outcome = 'interrupted', finished_at = now()
  where kind = $1 and outcome in ('waiting', 'running') and id is distinct from $2::bigint`

const START = sql<never, [id: number]>`
  update upkeep_reports set outcome = 'running', started_at = now(), finished_at = null
  where id = $1`

const BEGIN = sql<{ id: number }, [kind: UpkeepKind]>`
  insert into upkeep_reports (kind, outcome) values ($1, 'running') returning id`

const FINISH = sql<never, [id: number, outcome: UpkeepOutcome, detail: string]>`
  update upkeep_reports set outcome = $2, finished_at = now(), detail = $3 where id = $1`

/** Notes that something has begun; what began before it and never ended was interrupted. */
export async function beginReport(
  conn: Asker,
  kind: UpkeepKind,
  asked?: number | undefined,
): Promise<number> {
  await INTERRUPT.run(conn, kind, asked ?? null)
  if (asked !== undefined) {
    await START.run(conn, asked)
    return asked
  }
  return (await BEGIN.one(conn, kind))?.id ?? 0
}

export async function finishReport(
  conn: Asker,
  id: number,
  outcome: Exclude<UpkeepOutcome, 'waiting' | 'running'>,
  detail: object,
): Promise<void> {
  await FINISH.run(conn, id, outcome, JSON.stringify(detail))
}
