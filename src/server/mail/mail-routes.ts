import { z } from 'zod'
import type { Policy } from '#domain/kit/call.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'

// Reset links pass through here: platform admins alone, in person and under their own name.
const policy: Policy = {
  from: 'padmin',
  apiKey: false,
  withoutOrganisation: true,
  notWhileImpersonating: true,
}
const PAGE = 100

const listMails = route<{ before?: number | undefined; q?: string | undefined }>({
  method: 'GET',
  path: '/mails',
  summary: 'Mail on its way out, newest first, without its text',
  policy,
  input: z.object({ before: idSchema.optional(), q: z.string().max(200).optional() }),
  run: async (ctx, { before, q }) => {
    const pattern = `%${(q ?? '').replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select id, mail_to, subject, status, attempts, error, created_at, sent_at from mails
         where id < $1 and (mail_to ilike $2 or subject ilike $2) order by id desc limit ${PAGE}`,
        [before ?? Number.MAX_SAFE_INTEGER, pattern],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

const readMail = route<{ id: number }>({
  method: 'GET',
  path: '/mail',
  summary: 'One mail with its text, as long as it is kept',
  policy,
  input: z.object({ id: idSchema }),
  run: async (ctx, { id }) => {
    const [row] = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select id, mail_to, mail_from, subject, text_plain, status, attempts, error, created_at,
           sent_at from mails where id = $1`,
        [id],
      ),
    )
    if (!row) throw new Problem('notFound', { fill: { what: 'mail' } })
    return { data: row }
  },
})

export const mailRoutes: Route[] = [listMails, readMail]
