import { z } from 'zod'
import { organisation } from '#domain/identity/organisation.ts'
import type { Policy } from '#domain/kit/call.ts'
import { created, fieldError, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema, updateSchema } from '#domain/kit/schema.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { actionsOf, lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { factsOf, notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { inOrganisation } from './end-access.ts'
import { bankDetailsMail } from './mail-texts.ts'
import { memberRoutes } from './member-routes.ts'
import { requireStepUp } from './require-step-up.ts'

const BANK = ['bank_account_name', 'bank_account_number'] as const
// Whether an organisation works at all is the platform's business.
const PLATFORM = ['is_active', 'demo'] as const

const get = route<{ id?: number | undefined }>({
  method: 'GET',
  path: '/organisation',
  summary: 'Your organisation; any for platform admins',
  policy: { from: 'user', withoutOrganisation: true },
  output: { entity: organisation, many: false },
  input: z.object({ id: idSchema.optional() }),
  run: async (ctx, input) => {
    const id = input.id ?? ctx.actor.organisation_id
    if (id === null || !isOwnOrPlatform(ctx, id)) throw notFound(organisation)
    const found = await ctx.database.read(scopeOf(ctx), (conn) =>
      selectOne(conn, organisation, id, ctx.actor, () => undefined),
    )
    if (!found) throw notFound(organisation)
    const available_actions =
      ctx.actor.role === 'admin'
        ? [{ action: 'update', allowed: true }]
        : actionsOf(ctx, organisation, factsOf(organisation, found.bytes))
    return { rawData: found.bytes, info: { titles: {}, available_actions } }
  },
})

function isOwnOrPlatform(ctx: Context, id: number): boolean {
  return id === ctx.actor.organisation_id || ctx.actor.role === 'padmin'
}

const policy: Policy = { from: 'admin', withoutOrganisation: true, apiKey: false }

const post = route<Revision<typeof organisation>>({
  method: 'POST',
  path: '/organisation',
  summary: 'Edit Organisation: your own as its admin, any as a platform admin',
  policy,
  output: { entity: organisation, many: false },
  // The schema is strict and built from the entity, as the type is.
  input: updateSchema(organisation) as unknown as z.ZodType<Revision<typeof organisation>>,
  write: async (ctx, conn, input) => {
    if (!isOwnOrPlatform(ctx, input.id)) throw notFound(organisation)
    const before = (await lockRow(ctx, conn, organisation, input.id)).row
    const isChanged = (name: (typeof BANK | typeof PLATFORM)[number]) =>
      input[name] !== undefined && (input[name] ?? null) !== before[name]
    const rights = () => {
      if (ctx.actor.role !== 'padmin') refusePlatformFields(PLATFORM.filter(isChanged))
      if (BANK.some(isChanged)) checkBankRights(ctx)
    }
    const others = async () => undefined
    const written = await reviseRow(ctx, conn, organisation, input, { rights, others })
    if (BANK.some(isChanged)) await tellAdmins(ctx, conn, input.id, before.name)
    return writtenAnswer(ctx, organisation, written, { status: updated })
  },
})

function refusePlatformFields(names: readonly string[]): void {
  if (names.length === 0) return
  throw new Problem('forbidden', { errors: names.map((name) => fieldError('forbidden', name)) })
}

/** Money goes where these say: freshly proved, and never in somebody else's name. */
function checkBankRights(ctx: Context): void {
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  requireStepUp(ctx)
}

async function tellAdmins(ctx: Context, conn: Conn, id: number, name: string): Promise<void> {
  const admins = await inOrganisation(conn, ctx, id, () =>
    conn.query<{ email: string }>(
      `select u.email from memberships m join users u on u.id = m.user_id and not u.is_disabled
       where m.organisation_id = $1 and m.role_name = 'admin' and m.deleted_at is null`,
      [id],
    ),
  )
  const text = bankDetailsMail(ctx.config, { by: ctx.actor.name, name })
  for (const { email } of admins)
    await queueMail(conn, { to: email, key: `bank ${id} ${ctx.request.id} ${email}`, ...text })
}

export function organisationRoutes(catalogue: Catalogue): Route[] {
  const others = resource(organisation, catalogue, {
    without: ['get', 'update'],
    create: async (ctx, conn, input) => {
      const written = await insertRow(ctx, conn, organisation, input)
      await inOrganisation(conn, ctx, written.id, () =>
        conn.query(
          `insert into series (organisation_id, name, prefix, next_value)
           values ($1, 'customer_number', 'C-', 10000)`,
          [written.id],
        ),
      )
      return writtenAnswer(ctx, organisation, written, { status: created })
    },
  })
  return [get, post, ...memberRoutes, ...others]
}
