import { organisation } from '#domain/identity/organisation.ts'
import { organisationCalls } from '#domain/identity/organisation-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created, fieldError, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { actionsOf, lockRow, reviseRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { type RowGuard, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { factsOf, notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { adminAddresses } from './admin-addresses.ts'
import { inOrganisation } from './end-access.ts'
import { factorDroppedMail } from './mail-texts.ts'
import { memberRoutes } from './member-routes.ts'
import { requireStepUp } from './require-step-up.ts'

// Whether an organisation works at all, and how much room it has, is the platform's business.
const PLATFORM = ['is_active', 'demo', 'file_quota_mb'] as const

async function getOrganisation(ctx: Context, input: CheckedOf<typeof organisationCalls.get>) {
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
}

function isOwnOrPlatform(ctx: Context, id: number): boolean {
  return id === ctx.actor.organisation_id || ctx.actor.role === 'padmin'
}

async function updateOrganisation(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof organisationCalls.update>,
) {
  const before = (await lockRow(ctx, conn, organisation, input.id)).row
  const isChanged = (name: (typeof PLATFORM)[number]) =>
    input[name] !== undefined && (input[name] ?? null) !== before[name]
  if (before.demonstration_status && input.demo === false) {
    const reason = 'it was made as a demonstration'
    const instead = 'Make an organisation of its own for real work.'
    throw new Problem('notPossible', { fill: { action: 'use', reason, instead } })
  }
  const isFactorDropped = before.totp_required && input.totp_required === false
  const rights = () => {
    if (isFactorDropped) refuseUnproved(ctx)
    if (ctx.actor.role !== 'padmin') refusePlatformFields(PLATFORM.filter(isChanged))
  }
  const others = async () => undefined
  const written = await reviseRow(ctx, conn, organisation, input, { rights, others })
  if (isFactorDropped) await tellFactorDropped(ctx, conn, input.id, before.name)
  return writtenAnswer(ctx, organisation, written, { status: updated })
}

/** From then on a password alone lets everybody in: no key does that, and no session left open. */
function refuseUnproved(ctx: Context): void {
  if (ctx.actor.via === 'key') throw new Problem('forbidden')
  requireStepUp(ctx)
}

async function tellFactorDropped(ctx: Context, conn: Conn, id: number, name: string) {
  const text = factorDroppedMail(ctx.config, { by: ctx.actor.name, organisation_name: name })
  const admins = await inOrganisation(conn, ctx, id, () => adminAddresses(conn, id))
  for (const to of admins)
    await queueMail(ctx, conn, { to, key: `factor dropped ${ctx.request.id} ${to}`, ...text })
}

function refusePlatformFields(names: readonly string[]): void {
  if (names.length === 0) return
  throw new Problem('forbidden', { errors: names.map((name) => fieldError('forbidden', name)) })
}

const FIRST_CUSTOMER = 10_000
const BEGIN_SERIES = sql<
  never,
  [organisation_id: number]
>`insert into series (organisation_id, name, prefix, next_value)
  values ($1, 'customer_number', 'C-', ${FIRST_CUSTOMER})`

export function organisationRoutes(catalogue: Catalogue, guard: RowGuard): Route[] {
  const handlers = verbHandlers(organisation, catalogue, {
    create: async (ctx, conn, input) => {
      const written = await insertRow(ctx, conn, organisation, input)
      await inOrganisation(conn, ctx, written.id, () => BEGIN_SERIES.run(conn, written.id))
      return writtenAnswer(ctx, organisation, written, { status: created })
    },
  })
  const update = { write: updateOrganisation }
  const guarded = guard(organisation, { create: handlers.create, update })
  return [
    ...serve(organisationCalls, {
      ...handlers,
      ...guarded,
      get: { run: getOrganisation },
      update: {
        write: async (ctx, conn, input) => {
          if (!isOwnOrPlatform(ctx, input.id)) throw notFound(organisation)
          return guarded.update.write(ctx, conn, input)
        },
      },
    }),
    ...memberRoutes,
  ]
}
