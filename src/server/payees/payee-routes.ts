import { atLeast } from '#domain/access/role.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import type { PayeeAccount, PayeeKind } from '#domain/payees/payee.ts'
import { type PayeeAccountEvent, payeeCalls } from '#domain/payees/payee-calls.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { confirmChange, refuseChange, releaseHold, withdrawChange } from './answer-change.ts'
import { maskedAccount } from './payee-account.ts'
import { eventsOf, type KnownEvent, waitingChange } from './payee-events.ts'
import { holdOf } from './payee-hold.ts'

/** What happened to the accounts of payees, and what a second person says about it. */
export function payeeRoutes(catalogue: Catalogue): Route[] {
  const entityOf = (kind: PayeeKind): Entity => {
    const entity = catalogue.lookup(kind)
    if (!entity) throw new Error(`There are no rows called ${kind}.`)
    return entity
  }
  return serve(payeeCalls, {
    list: { run: (ctx, input) => listEvents(ctx, input, entityOf(input.payee_kind)) },
    confirm: { write: (ctx, conn, { id }) => confirmChange(ctx, conn, id, entityOf) },
    refuse: { write: (ctx, conn, input) => refuseChange(ctx, conn, input, entityOf) },
    withdraw: { write: (ctx, conn, { id }) => withdrawChange(ctx, conn, id, entityOf) },
    release: { write: (ctx, conn, input) => releaseHold(ctx, conn, input, entityOf) },
  })
}

async function listEvents(
  ctx: Context,
  { payee_kind: kind, payee_id: id }: CheckedOf<typeof payeeCalls.list>,
  entity: Entity,
) {
  const { organisation_id, role } = ctx.actor
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const isOwn = kind !== 'organisation' || id === organisation_id
    if (!isOwn || !(await isVisible(conn, entity, id, organisation_id))) throw notFound(entity)
    if (!atLeast(role, entity.scope === 'platform' ? 'user' : entity.access.read))
      throw new Problem('forbidden')
    const events = await eventsOf(ctx, conn, kind, id)
    const waiting = await waitingChange(ctx, conn, kind, id)
    const seen = seenBy(entity)
    return {
      ...(events.length > 0 ? {} : { status: empty }),
      data: events.map(seen),
      info: { waiting: waiting && seen(waiting), hold: await holdOf(ctx, conn, kind, id) },
    }
  })
}

/** Numbers are shown in full where the record shows them so, and masked where it masks them. */
function seenBy(entity: Entity) {
  const isMasked = entity.fields.bank_account_number?.options.masked === true
  const account = (one: PayeeAccount) => (isMasked ? maskedAccount(one) : one)
  return (event: KnownEvent): PayeeAccountEvent => {
    const { id, from, to, hold_until, answers_id, reason, actor_id, actor_name } = event
    return {
      ...{ id, event: event.event, from: account(from), to: account(to), hold_until },
      ...{ answers_id, reason, actor_id, actor_name, created_at: event.created_at },
    }
  }
}
