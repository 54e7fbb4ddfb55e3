import { reaches } from '#domain/access/key-scope.ts'
import { entityNamed } from '#domain/entities.ts'
import { type ExportContents, exportjob } from '#domain/exports/export.ts'
import type { ExportRequest } from '#domain/exports/export-calls.ts'
import { accepted, Problem } from '#domain/kit/problem.ts'
import { reachesAll } from '#domain/kit/record-reach.ts'
import { requireView } from '#server/identity/debit-details.ts'
import { requireStepUp } from '#server/identity/require-step-up.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { nameOf, needsReason, refuseUnfitRequest } from './export-choices.ts'
import { makeExport } from './make-export-job.ts'
import { tellAdmins } from './tell-admins.ts'

/** Asks for an export: who may, whether another is under way, and the job that makes it. */
export async function askForExport(ctx: Context, conn: Conn, asked: ExportRequest) {
  refuseUnfitRequest(ctx.actor, asked)
  await refuseUnproved(ctx, conn, needsReason(asked), asked.with_masked)
  await refuseSecond(conn)
  const { kind, format, entities, reports, with_masked } = asked
  const written = await insertRow(ctx, conn, exportjob, {
    name: nameOf(asked),
    kind,
    format,
    contents: { entities: [...new Set(entities)], reports: [...new Set(reports)] },
    period_start: asked.period_start ?? null,
    period_end: asked.period_end ?? null,
    has_masked: with_masked,
    reason: asked.reason ?? null,
    asked_by: ctx.actor.name,
  })
  await startJob(ctx, conn, written.id)
  await tellAdmins(ctx, conn, written.row)
  const message = "We're on to it. Carry on – we'll let you know when it's done."
  return { ...writtenAnswer(ctx, exportjob, written, { status: accepted }), message }
}

export async function startJob(ctx: Context, conn: Conn, export_id: number): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueue(conn, makeExport, { organisation_id, export_id, by: personOf(ctx) })
}

/** What is hidden, or all there is, leaves with somebody who has just proved who they are. */
export async function refuseUnproved(
  ctx: Context,
  conn: Conn,
  isSensitive: boolean,
  hasMasked: boolean,
): Promise<void> {
  if (!isSensitive) return
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  if (ctx.actor.via === 'key' || ctx.actor.scope) throw new Problem('forbidden')
  if (hasMasked) await requireView(ctx, conn)
  requireStepUp(ctx)
}

/** What somebody else asked for is no more open to a key than what it may ask for itself. */
export function refuseBeyondKey({ actor }: Context, contents: ExportContents | null): void {
  const isWithin = (name: string) => {
    const entity = entityNamed(name)
    return entity ? reachesAll(actor.scope, entity) : reaches(actor.scope, name)
  }
  if (!(contents?.entities ?? []).every(isWithin)) throw new Problem('forbidden')
}

const TAKE_TURNS = sql`select pg_advisory_xact_lock(hashtext('export'), scope_organisation()::int)`

const UNDER_WAY = sql<{ id: number; name: string }>`select id, name from exports
  where export_status in ('waiting', 'running') limit 1`

/** One at a time for each organisation: they read a great deal. */
export async function refuseSecond(conn: Conn): Promise<void> {
  await TAKE_TURNS.run(conn)
  const other = await UNDER_WAY.one(conn)
  if (!other) return
  const message = `An export is under way already (${other.name}). Wait for it, or stop it first.`
  throw new Problem('tooManyTries', { message, info: { id: other.id }, retryAfterSeconds: 120 })
}
