import type { Create } from '#domain/kit/entity.ts'
import { badField, created, deleted, updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { meterreadingCalls } from '#domain/meters/meter-calls.ts'
import { type MeterReading, meterreading } from '#domain/meters/meterreading.ts'
import type { Finding } from '#domain/meters/plausibility.ts'
import { settleFinalReadings } from '#server/contracts/final-reading.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, removeRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { judgeReading } from './judge-reading.ts'
import { recompute } from './recompute.ts'
import { registersOf } from './register-facts.ts'

/** Readings one by one: held against the rules, then counted with their neighbours. */
export function meterReadingRoutes(catalogue: Catalogue): Route[] {
  const handlers = verbHandlers(meterreading, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, meterreading, input, catalogue)
      const meterregister_id = await registerFor(conn, input)
      const findings = await judgeReading(ctx, conn, meterregister_id, { ...input, id: 0 })
      const written = await insertRow(ctx, conn, meterreading, {
        ...input,
        meterregister_id,
        findings,
      })
      return counted(ctx, conn, written, { status: created, findings })
    },
    update: async (ctx, conn, input) => {
      let findings: Finding[] = []
      const written = await reviseRow(ctx, conn, meterreading, input, {
        rights: () => {},
        others: async (before) => {
          refuseMove(before, input)
          await checkAgainstOthers(ctx, conn, meterreading, input, catalogue, before)
          const reading_date = input.reading_date ?? before.reading_date
          const row = { ...before, ...input, reading_date }
          findings = await judgeReading(ctx, conn, before.meterregister_id, row)
        },
      })
      return counted(ctx, conn, written, { status: updated, findings })
    },
    remove: async (ctx, conn, input) => {
      const { id } = input
      const { row } = await lockRow(ctx, conn, meterreading, id)
      await removeRow(ctx, conn, meterreading, input, catalogue)
      await recomputeRegister(conn, row)
      return { status: deleted, data: { id }, message: 'Meter reading deleted.' }
    },
    restore: async (ctx, conn, input) => {
      const written = await restoreRow(ctx, conn, meterreading, input.id, catalogue)
      const answer = await counted(ctx, conn, written, { status: 200, findings: [] })
      return { ...answer, message: 'Meter reading restored.' }
    },
  })
  return serve(meterreadingCalls, handlers)
}

/** The register that was read: the one named, else the meter's only one. */
async function registerFor(conn: Conn, input: Create<typeof meterreading>): Promise<number> {
  const registers = await registersOf(conn, [input.meter_id])
  const named = registers.find((register) => register.id === input.meterregister_id)
  if (named) return named.id
  if (input.meterregister_id)
    throw badField('meterregister_id', 'This register is part of another meter.')
  const [only, second] = registers
  if (!only || second) throw badField('meterregister_id', 'Say which register was read.')
  return only.id
}

function refuseMove(before: MeterReading, sent: Revision<typeof meterreading>): void {
  for (const name of ['meter_id', 'meterregister_id'] as const)
    if (sent[name] !== undefined && sent[name] !== null && sent[name] !== before[name])
      throw badField(name, 'A reading stays with its register. Delete it and enter it anew.')
}

/** The neighbours are computed anew, and the answer is the row as it stands after that. */
async function counted(
  ctx: Context,
  conn: Conn,
  written: Written<typeof meterreading>,
  { status, findings }: { status: number; findings: readonly Finding[] },
): Promise<Answer> {
  const { meterregister_id } = written.row
  await recomputeRegister(conn, written.row)
  if (meterregister_id !== null) await settleFinalReadings(ctx, conn, [meterregister_id])
  const warnings = findings.map(({ code, message }) => ({ field: code, message }))
  const now = await rowNow(ctx, conn, meterreading, written.id)
  return writtenAnswer(ctx, meterreading, now, { status, warnings })
}

async function recomputeRegister(
  conn: Conn,
  { meterregister_id }: Pick<MeterReading, 'meterregister_id'>,
): Promise<void> {
  if (meterregister_id !== null) await recompute(conn, [meterregister_id])
}
