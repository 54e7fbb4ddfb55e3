import type pg from 'pg'
import type { UpkeepKind, UpkeepOutcome } from '#domain/upkeep/upkeep-calls.ts'

type Asking = Pick<pg.ClientBase, 'query'>

/** Notes that something has begun; what began before it and never ended was interrupted. */
export async function beginReport(
  client: Asking,
  kind: UpkeepKind,
  asked?: number | undefined,
): Promise<number> {
  await client.query(
    `update upkeep_reports set outcome = 'interrupted', finished_at = now()
     where kind = $1 and outcome in ('waiting', 'running') and id is distinct from $2::bigint`,
    [kind, asked ?? null],
  )
  if (asked !== undefined) {
    await client.query(
      `update upkeep_reports set outcome = 'running', started_at = now(), finished_at = null
       where id = $1`,
      [asked],
    )
    return asked
  }
  const { rows } = await client.query<{ id: number }>(
    `insert into upkeep_reports (kind, outcome) values ($1, 'running') returning id`,
    [kind],
  )
  return rows[0]?.id ?? 0
}

export async function finishReport(
  client: Asking,
  id: number,
  outcome: Exclude<UpkeepOutcome, 'waiting' | 'running'>,
  detail: object,
): Promise<void> {
  await client.query(
    'update upkeep_reports set outcome = $2, finished_at = now(), detail = $3 where id = $1',
    [id, outcome, JSON.stringify(detail)],
  )
}
