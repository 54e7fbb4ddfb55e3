import type { ImportOutcome } from '#domain/kit/import/import-calls.ts'
import type { ComputedReading } from '#domain/meters/consumption.ts'
import { settleFinalReadings } from '#server/contracts/final-reading.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Taking } from '#server/kit/import/import-kind.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { recompute } from '#server/meters/recompute.ts'
import { lockRegisters } from '#server/meters/register-facts.ts'
import { type CheckWith, candidateOf, checkRegisters, keepFindings } from './check-rows.ts'
import { computedReadings } from './computed-readings.ts'
import { type JudgedRow, type StagedRow, stagedReadings, wrong } from './staged-row.ts'

type CheckedRow = JudgedRow<StagedRow>

type AcceptWith = CheckWith & Taking

/**
 * Makes readings of the rows of registers. They are held against the rules once more, because
 * other readings may have come since; what is already there is never doubled.
 */
export async function acceptRegisters(
  ctx: Context,
  conn: Conn,
  readingimport_id: number,
  register_ids: readonly number[],
  how: AcceptWith,
): Promise<ImportOutcome> {
  const registers = await lockRegisters(conn, register_ids)
  const checked = await checkRegisters(conn, readingimport_id, register_ids, how)
  const asked = checked.filter((row) => how.ids?.has(row.id) ?? true)
  const [known, fresh] = split(asked, (row) => row.findings.some((one) => one.code === 'R09'))
  const [taken, left] = split(fresh, (row) => how.verdicts.includes(row.severity))
  const computed = await computedReadings(conn, registers, taken)
  const accepted = await insertReadings(ctx, conn, readingimport_id, taken, computed)
  const inTheWay = await explainRest(
    conn,
    taken.filter((row) => !accepted.has(row.id)),
  )
  const rejected = known.map((row) => row.id)
  await stagedReadings.reject(ctx, conn, rejected)
  await recompute(conn, register_ids)
  await settleFinalReadings(ctx, conn, register_ids)
  const refused = [...left, ...inTheWay].map((row) => ({
    id: row.id,
    message: row.findings[0]?.message ?? '',
  }))
  return { accepted: [...accepted], rejected, refused }
}

function split<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))]
}

/** The readings and their history in one statement; answers whose rows they are. */
async function insertReadings(
  ctx: Context,
  conn: Conn,
  readingimport_id: number,
  rows: readonly CheckedRow[],
  computed: Awaited<ReturnType<typeof computedReadings>>,
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const [actor_id, actor_name, impersonator_id, impersonator_name, , request_id] = actorValues(ctx)
  const sent = rows.map((row) => valuesOf(row, computed.get(candidateOf(row).id)))
  const made = await INSERT_READINGS.all(
    conn,
    JSON.stringify(sent),
    readingimport_id,
    ctx.actor.organisation_id,
    actor_id,
    actor_name,
    impersonator_id,
    impersonator_name,
    request_id,
  )
  const ids = new Map(made.map((reading) => [keyOf(reading), reading.id]))
  const accepted = sent.flatMap((row) => {
    const meterreading_id = ids.get(keyOf(row))
    return meterreading_id === undefined ? [] : [{ id: row.id, meterreading_id }]
  })
  await ACCEPT.run(conn, JSON.stringify(accepted))
  return new Set(accepted.map((row) => row.id))
}

const ACCEPT = sql<never, [rows: string]>`
  update stagedreadings s set staged_status = 'accepted', meterreading_id = c.meterreading_id,
    version = s.version + 1, modified_at = now()
  from jsonb_to_recordset($1::jsonb) as c (id bigint, meterreading_id bigint)
  where s.id = c.id`

/** What a file told as a quantity stays what the file told. */
function valuesOf(row: CheckedRow, computed: ComputedReading | undefined) {
  const told = row.reading_latest === null ? row : computed
  return {
    ...row,
    reading_latest_type: row.reading_latest_type ?? 'actual',
    reading_previous: computed?.reading_previous ?? null,
    reading_quantity: told?.reading_quantity ?? null,
    reading_energy: computed?.reading_energy ?? null,
    reading_losses: computed?.reading_losses ?? null,
    period_start: told?.period_start ?? null,
    problem: computed?.problem ?? null,
  }
}

type NewReading = Pick<
  StagedRow,
  'id' | 'meterregister_id' | 'reading_date' | 'reading_latest_type' | 'reading_latest'
>

/** No two readings that were made together are the same in all of these. */
function keyOf(row: Omit<NewReading, 'id'>): string {
  const { meterregister_id, reading_date, reading_latest_type, reading_latest } = row
  return `${meterregister_id} ${reading_date} ${reading_latest_type} ${reading_latest}`
}

const INSERT_READINGS = sql<
  NewReading,
  [rows: string, readingimport_id: number, organisation_id: number | null, ...actor: unknown[]]
>`with made as (
    insert into meterreadings (organisation_id, meter_id, meterregister_id, reading_date,
      reading_latest_type, reading_latest, reading_previous, period_start, reading_quantity,
      reading_energy, reading_losses, problem, is_rollover, final_reading, findings, source,
      readingimport_id)
    select $3, s.meter_id, s.meterregister_id, s.reading_date, s.reading_latest_type,
      s.reading_latest, s.reading_previous, s.period_start, s.reading_quantity,
      s.reading_energy, s.reading_losses, s.problem, s.is_rollover,
      s.reading_latest_type = 'final', s.findings, 'import', $2
    from jsonb_to_recordset($1::jsonb) as s (row_number int, meter_id bigint,
      meterregister_id bigint, reading_date date, reading_latest_type text,
      reading_latest numeric, reading_previous numeric, period_start date,
      reading_quantity numeric, reading_energy numeric, reading_losses numeric, problem text,
      is_rollover boolean, findings jsonb)
    order by s.meterregister_id, s.reading_date, s.row_number
    on conflict do nothing returning *),
  told as (insert into history (${{ fragment: historyColumns }})
    select r.organisation_id, 'meterreading', r.id, 'create', r.version,
      jsonb_build_object('reading_date', jsonb_build_array(null, r.reading_date),
        'reading_latest_type', jsonb_build_array(null, r.reading_latest_type),
        case when r.reading_latest is null then 'reading_quantity' else 'reading_latest' end,
        jsonb_build_array(null, trim_scale(coalesce(r.reading_latest, r.reading_quantity))::text)),
      null, $4::bigint, $5::text, $6::bigint, $7::text, 'import', $8::text,
      (select m.customer_id from meters m where m.id = r.meter_id)
    from made r)
  select id, meterregister_id, reading_date, reading_latest_type,
    trim_scale(reading_latest)::text as reading_latest from made`

/** A switched-off rule does not make room for a second reading of a day. */
async function explainRest(conn: Conn, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
  const message = 'There is another reading of this register for this day.'
  const told = rows.map((row): CheckedRow => {
    return { ...row, findings: [wrong('R10', message), ...row.findings], severity: 'error' }
  })
  await keepFindings(conn, told)
  return told
}
