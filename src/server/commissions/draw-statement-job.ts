import { z } from 'zod'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { drawWith, picturesOf } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { contextFor, person, personOf } from '#server/kit/jobs/acting-person.ts'
import { defineJob, enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { keepDrawn, undrawnPage } from './kept-paper.ts'
import { mailStatement } from './mail-statement.ts'

/**
 * Draws the paper of a long statement after it was sent, outside of any transaction: the numbers of
 * other statements do not wait for it. Its mail leaves with it.
 */
export const drawStatement = defineJob({
  name: 'draw-commission-statement',
  payload: z.strictObject({ organisation_id: idSchema, statement_id: idSchema, by: person }),
  run: async (job, { organisation_id, statement_id, by }) => {
    const ctx = contextFor(job, organisation_id, `commission statement ${statement_id}`, by)
    const page = await ctx.database.read(scopeOf(ctx), async (conn) => {
      const content = await undrawnPage(conn, statement_id)
      return content && { content, pictures: await picturesOf(conn, [content]) }
    })
    if (!page) return
    const pdf = await drawWith(page.content, page.pictures, job.signal)
    await ctx.database.write(scopeOf(ctx), (conn) => keepAndMail(ctx, conn, statement_id, pdf))
  },
})

/** One of two who drew the same keeps it; what was cancelled meanwhile reaches nobody any more. */
async function keepAndMail(ctx: Context, conn: Conn, id: number, pdf: Buffer): Promise<void> {
  const { row: sent } = await lockRow(ctx, conn, commissionstatement, id)
  if (!(await keepDrawn(conn, id, pdf))) return
  const told = { action: 'drawn', changes: {} }
  await updateRow(ctx, conn, commissionstatement, id, { is_being_drawn: false }, told)
  if (sent.statement_status !== 'cancelled')
    await mailStatement(ctx, conn, { ...sent, id }, { key: 'sent', pdf })
}

/** Has the paper of a statement drawn once the transaction that sent it is kept. */
export async function askForPaper(ctx: Context, conn: Conn, statement_id: number): Promise<void> {
  const organisation_id = ctx.actor.organisation_id ?? 0
  await enqueueUnlessWaiting(conn, drawStatement, {
    ...{ organisation_id, statement_id },
    by: personOf(ctx),
  })
}
