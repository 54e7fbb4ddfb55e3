import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { likelyDuplicates } from '#server/kit/rows/duplicates.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { timelineRoute } from './timeline-routes.ts'

const maskedFields = fieldsOf(customer)
  .filter(([, field]) => field.options.masked)
  .map(([name]) => name)

export function customerRoutes(catalogue: Catalogue): Route[] {
  return [...resource(customer, catalogue), unmaskRoute, duplicatesRoute, timelineRoute]
}

/** Shows one masked value to staff who may see it, and leaves a trace of the look. */
const unmaskRoute = route<{ id: number; field: string }>({
  method: 'POST',
  path: '/customer/unmask',
  summary: 'Show one masked value of a customer',
  policy: { from: 'user', notWhileImpersonating: true },
  target: customer,
  replayed: false,
  input: z.strictObject({ id: idSchema, field: z.enum(maskedFields) }),
  write: async (ctx, conn, { id, field }) => {
    const [row] = await conn.query<{ stored: string | null }>(
      `select ${quote(field)} as stored from customers where id = $1 and organisation_id = $2`,
      [id, ctx.actor.organisation_id],
    )
    if (!row) throw notFound(customer)
    const [permission] = await conn.query(
      `select 1 from staffs where user_id = $1 and view_customer_direct_debit
       and is_active and deleted_at is null`,
      [ctx.actor.user_id],
    )
    if (!permission) throw new Problem('forbidden')
    await recordHistory(conn, ctx, {
      object_class: 'customer',
      object_id: id,
      action: 'unmask',
      changes: { [field]: [null, null] },
    })
    if (row.stored === null) return { status: empty, data: null }
    return { data: { value: unseal(ctx.config.secrets.fields, row.stored) } }
  },
})

const compared = ['name', 'nzbn', 'phone', 'phone_mobile', 'email'] as const

/** Looks for likely duplicates while a form is still being filled in. */
const duplicatesRoute = route<{ id?: string | undefined }>({
  method: 'GET',
  path: '/customer/duplicates',
  summary: 'Customers that look like the same one',
  policy: { from: 'user' },
  input: z.object({
    id: z.string().optional(),
    ...Object.fromEntries(compared.map((name) => [name, z.string().max(200).optional()])),
  }),
  run: async (ctx, { id, ...values }) => {
    const typed = Object.fromEntries(
      Object.entries<unknown>(values).map(([name, value]) => [
        name,
        String(value).replaceAll('\u0000', ''),
      ]),
    )
    const found = await ctx.database.read(scopeOf(ctx), (conn) =>
      likelyDuplicates(conn, customer, typed, idSchema.safeParse(id).data ?? 0),
    )
    return found.length > 0 ? { data: found } : { status: empty, data: [] }
  },
})
