import { type Signature, signature } from '#domain/contracts/signature.ts'
import { signatureCalls } from '#domain/contracts/signature-calls.ts'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { lockRow, removeRow, restoreRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'

/** Everybody has their own signatures; those of others, customers included, are only to read. */
export function signatureRoutes(catalogue: Catalogue): Route[] {
  return serve(signatureCalls, {
    ...signatureVerbs(catalogue),
    ownDefault: { run: (ctx) => ownDefault(ctx, catalogue) },
  })
}

function signatureVerbs(catalogue: Catalogue) {
  return verbHandlers(signature, catalogue, {
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
  })
}

function refuseOthers(ctx: Context, row: Pick<Signature, 'user_id'>): void {
  if (row.user_id !== ctx.actor.user_id) throw new Problem('forbidden')
}

const CLEAR_DEFAULT = sql<never, [user_id: number, except: number]>`
  update signatures set is_default = false, version = version + 1, modified_at = now()
  where user_id = $1 and id <> $2 and is_default and deleted_at is null`

/** One default per person: the new one takes the place of the old one. */
async function clearDefault(ctx: Context, conn: Conn, except: number): Promise<void> {
  await CLEAR_DEFAULT.run(conn, ctx.actor.user_id, except)
}

const OWN_DEFAULT = sql<{ id: number }, [organisation_id: number | null, user_id: number]>`
  select id from signatures where organisation_id = $1 and user_id = $2 and is_default
    and deleted_at is null`

function ownDefault(ctx: Context, catalogue: Catalogue): Promise<Answer<null>> {
  const { organisation_id, user_id } = ctx.actor
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const own = await OWN_DEFAULT.one(conn, organisation_id, user_id)
    const found = own && (await selectOne(conn, signature, own.id, ctx.actor, catalogue.lookup))
    return found ? { rawData: found.bytes } : { status: empty, data: null }
  })
}
