import { staff } from '#domain/identity/staff.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { requireStepUp } from './require-step-up.ts'

// Who is linked to a staff row, and what the row lets them do.
const permissions = fieldsOf(staff)
  .filter(([, field]) => field.options.setBy === 'admin')
  .map(([name]) => name)

/** Staff as any other rows, but a form gives no permission more easily than userpermission does. */
export function staffRoutes(catalogue: Catalogue): Route[] {
  return resource(staff, catalogue).map((entry): Route => {
    if (entry.path !== '/staff' || !('write' in entry) || entry.method === 'DELETE') return entry
    return {
      ...entry,
      write: async (ctx, conn, input: Cells) => {
        // Whoever may not set them at all is told so by the fields themselves.
        if (ctx.actor.role !== 'manager' && (await isGiving(ctx, conn, input))) requireProof(ctx)
        return entry.write(ctx, conn, input)
      },
    }
  })
}

async function isGiving(ctx: Context, conn: Conn, input: Cells) {
  const sent = permissions.filter((name) => input[name] !== undefined)
  if (sent.length === 0) return false
  const [before] = await conn.query(
    `select ${sent.map(quote).join(', ')} from staffs where id = $1 and organisation_id = $2`,
    [input.id ?? null, ctx.actor.organisation_id],
  )
  if (!before && input.id !== undefined) return false
  return sent.some((name) => (input[name] || null) !== (before?.[name] || null))
}

function requireProof(ctx: Context): void {
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  if (ctx.actor.via === 'key') throw new Problem('forbidden')
  requireStepUp(ctx)
}
