import { badField, created, deleted, updated } from '#domain/kit/problem.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import type { Finding } from '#domain/meters/plausibility.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { lockRow, removeRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource, writtenAnswer } from '#server/kit/rows/resource.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { judgeReading } from './judge-reading.ts'
import { recompute } from './recompute.ts'
import { registersOf } from './register-facts.ts'

type Input = Record<string, unknown>

/** Readings one by one: held against the rules, then counted with their neighbours. */
export function meterReadingRoutes(catalogue: Catalogue): Route[] {
  return resource(meterreading, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, meterreading, input, catalogue)
      const meterregister_id = await registerFor(conn, input)
      const findings = await judgeReading(ctx, conn, meterregister_id, { ...input, id: 0 })
      const written = await insertRow(ctx, conn, meterreading, {
        ...input,
        meterregister_id,
        findings,
      })
      return counted(ctx, conn, catalogue, written, { status: created, findings })
    },
    update: async (ctx, conn, input) => {
      // The route's schema has checked that there is an id.
      const sent = input as Input & { id: number }
      let findings: Finding[] = []
      const written = await reviseRow(ctx, conn, meterreading, sent, {
        rights: () => {},
        others: async (before) => {
          refuseMove(before, sent)
          await checkAgainstOthers(ctx, conn, meterreading, sent, catalogue, before)
          const row = { ...before, ...sent }
          findings = await judgeReading(ctx, conn, Number(before.meterregister_id), row)
        },
      })
      return counted(ctx, conn, catalogue, written, { status: updated, findings })
    },
    remove: async (ctx, conn, input) => {
      const id = Number(input.id)
      const { row } = await lockRow(ctx, conn, meterreading, id)
      await removeRow(ctx, conn, meterreading, asked(input), catalogue)
      await recompute(conn, [Number(row.meterregister_id)])
      return { status: deleted, data: { id }, message: 'Meter reading deleted.' }
    },
    restore: async (ctx, conn, input) => {
      const written = await restoreRow(ctx, conn, meterreading, Number(input.id), catalogue)
      const answer = await counted(ctx, conn, catalogue, written, { status: 200, findings: [] })
      return { ...answer, message: 'Meter reading restored.' }
    },
  })
}

/** What the route of a removal has checked: the row and the version it was seen in. */
function asked({ id, version }: Input): { id: number; version?: number } {
  return typeof version === 'number' ? { id: Number(id), version } : { id: Number(id) }
}

/** The register that was read: the one named, else the meter's only one. */
async function registerFor(conn: Conn, input: Input): Promise<number> {
  const registers = await registersOf(conn, [Number(input.meter_id)])
  const named = registers.find((register) => register.id === input.meterregister_id)
  if (named) return named.id
  if (input.meterregister_id)
    throw badField('meterregister_id', 'This register is part of another meter.')
  const [only, second] = registers
  if (!only || second) throw badField('meterregister_id', 'Say which register was read.')
  return only.id
}

function refuseMove(before: Input, sent: Input): void {
  for (const name of ['meter_id', 'meterregister_id'])
    if (sent[name] !== undefined && sent[name] !== null && sent[name] !== before[name])
      throw badField(name, 'A reading stays with its register. Delete it and enter it anew.')
}

/** The neighbours are computed anew, and the answer is the row as it stands after that. */
async function counted(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  written: Written,
  { status, findings }: { status: number; findings: readonly Finding[] },
): Promise<Answer> {
  const before = JSON.parse(written.row)
  await recompute(conn, [Number(before.meterregister_id)])
  const found = await selectOne(conn, meterreading, written.id, ctx.actor, catalogue.lookup)
  const warnings = findings.map(({ code, message }) => ({ field: code, message }))
  const row = found?.row ?? written.row
  return writtenAnswer(ctx, meterreading, { ...written, row }, { status, warnings })
}
