import { atLeast } from '#domain/access/role.ts'
import { staff } from '#domain/identity/staff.ts'
import { staffCalls } from '#domain/identity/staff-calls.ts'
import type { AnyCall } from '#domain/kit/call.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Handler, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { requireStepUp } from './require-step-up.ts'

// Who is linked to a staff row, and what the row lets them do.
const permissions = fieldsOf(staff)
  .filter(([, field]) => field.options.setBy === 'admin')
  .map(([name]) => name)

/** Staff as any other rows, but a form gives no permission more easily than userpermission does. */
export function staffRoutes(catalogue: Catalogue): Route[] {
  const handlers = verbHandlers(staff, catalogue)
  return serve(staffCalls, {
    ...handlers,
    create: proved(handlers.create),
    update: proved(handlers.update),
    restore: proved(handlers.restore, true),
  })
}

function proved(handler: Handler<AnyCall>, isRestore = false): Handler<AnyCall> {
  if (!('write' in handler)) return handler
  return {
    ...handler,
    write: async (ctx, conn, input: Cells, reserved) => {
      // Whoever may not set them at all is told so by the fields themselves.
      if (ctx.actor.role !== 'manager' && (await isGiving(ctx, conn, input))) requireProof(ctx)
      if ((isRestore || input.is_active === true) && (await isGivingBack(ctx, conn, input))) {
        if (!atLeast(ctx.actor.role, 'admin'))
          throw new Problem('forbidden', { message: GIVEN_BACK })
        requireProof(ctx)
      }
      return handler.write(ctx, conn, input, reserved)
    },
  }
}

const GIVEN_BACK = 'They would get back what they were allowed to do. Please ask an admin.'

const HOLDS_ANY = {
  fragment: permissions
    .map((name) => `coalesce(${quote(name)}::text, '') not in ('', 'false')`)
    .join(' or '),
}

const AWAY = sql<
  { holds_any: boolean },
  [id: unknown, organisation_id: number | null]
>`select (${HOLDS_ANY}) as holds_any from staffs
  where id = $1 and organisation_id = $2 and (deleted_at is not null or not is_active)`

/** What nobody has while they are away comes back with them: to link and to permit is an admin's. */
async function isGivingBack(ctx: Context, conn: Conn, { id }: Cells): Promise<boolean> {
  const away = await AWAY.one(conn, id ?? null, ctx.actor.organisation_id)
  return away?.holds_any ?? false
}

async function isGiving(ctx: Context, conn: Conn, input: Cells) {
  const sent = permissions.filter((name) => input[name] !== undefined)
  if (sent.length === 0) return false
  // Only the columns that were sent, each of them one of the entity's own.
  const [before] = await conn.query(
    `select ${sent.map(quote).join(', ')} from staffs where id = $1 and organisation_id = $2`,
    [input.id ?? null, ctx.actor.organisation_id],
  )
  if (!before && input.id !== undefined) return false
  return sent.some((name) => (input[name] || null) !== (before?.[name] || null))
}

function requireProof(ctx: Context): void {
  if (ctx.actor.via === 'key') throw new Problem('forbidden')
  requireStepUp(ctx)
}
