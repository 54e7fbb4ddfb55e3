import { z } from 'zod'
import { type Signature, signature } from '#domain/contracts/signature.ts'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { lockRow, removeRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'

/** Everybody has their own signatures; those of others, customers included, are only to read. */
export function signatureRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(signature, catalogue, {
      create: async (ctx, conn, input) => {
        if (input.is_default) await clearDefault(ctx, conn, 0)
        const values = { ...input, user_id: ctx.actor.user_id }
        const written = await insertRow(ctx, conn, signature, values)
        return writtenAnswer(ctx, signature, written, { status: created })
      },
      update: async (ctx, conn, input) => {
        const written = await reviseRow(ctx, conn, signature, input, {
          rights: () => {},
          others: async (before) => {
            refuseOthers(ctx, before)
            if (input.is_default) await clearDefault(ctx, conn, input.id)
          },
        })
        return writtenAnswer(ctx, signature, written, { status: updated })
      },
      remove: async (ctx, conn, input) => {
        const found = await selectOne(conn, signature, input.id, ctx.actor, catalogue.lookup)
        if (!found) throw notFound(signature)
        refuseOthers(ctx, found.row)
        await removeRow(ctx, conn, signature, input, catalogue)
        return { status: deleted, data: { id: input.id }, message: 'Signature deleted.' }
      },
      restore: async (ctx, conn, { id }) => {
        const { row } = await lockRow(ctx, conn, signature, id)
        refuseOthers(ctx, row)
        if (row.is_default) await clearDefault(ctx, conn, id)
        const written = await restoreRow(ctx, conn, signature, id, catalogue)
        return writtenAnswer(ctx, signature, written, { status: 200 })
      },
    }),
    ownDefault(catalogue),
  ]
}

function refuseOthers(ctx: Context, row: Pick<Signature, 'user_id'>): void {
  if (row.user_id !== ctx.actor.user_id) throw new Problem('forbidden')
}

/** One default per person: the new one takes the place of the old one. */
async function clearDefault(ctx: Context, conn: Conn, except: number): Promise<void> {
  await conn.query(
    `update signatures set is_default = false, version = version + 1, modified_at = now()
     where user_id = $1 and id <> $2 and is_default and deleted_at is null`,
    [ctx.actor.user_id, except],
  )
}

const ownDefault = (catalogue: Catalogue) =>
  route<unknown>({
    method: 'GET',
    path: '/signature/default',
    summary: 'Your own default signature',
    policy: { from: 'user' },
    output: { entity: signature, many: false },
    input: z.object({ organisation_id: z.string().optional() }),
    run: async (ctx) =>
      ctx.database.read(scopeOf(ctx), async (conn) => {
        const [own] = await conn.query<{ id: number }>(
          `select id from signatures where organisation_id = $1 and user_id = $2 and is_default
         and deleted_at is null`,
          [ctx.actor.organisation_id, ctx.actor.user_id],
        )
        const found = own && (await selectOne(conn, signature, own.id, ctx.actor, catalogue.lookup))
        return found ? { rawData: found.bytes } : { status: empty, data: null }
      }),
  })
