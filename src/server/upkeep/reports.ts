import type pg from 'pg'
import type { UpkeepKind, UpkeepOutcome } from '#domain/upkeep/upkeep-calls.ts'

type Asking = Pick<pg.ClientBase, 'query'>

/** Notes that something has begun; what began before it and never ended was interrupted. */
export async function beginReport(
  client: Asking,
  kind: UpkeepKind,
  askedBy: string | null,
): Promise<number> {
  await client.query(
    `update upkeep_reports set outcome = 'interrupted', finished_at = now()
     where kind = $1 and outcome = 'running'`,
    [kind],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into upkeep_reports (kind, outcome, asked_by) values ($1, 'running', $2) returning id`,
    [kind, askedBy],
  )
  return rows[0]?.id ?? 0
}

export async function finishReport(
  client: Asking,
  id: number,
  outcome: Exclude<UpkeepOutcome, 'running'>,
  detail: object,
): Promise<void> {
  await client.query(
    'update upkeep_reports set outcome = $2, finished_at = now(), detail = $3 where id = $1',
    [id, outcome, JSON.stringify(detail)],
  )
}
