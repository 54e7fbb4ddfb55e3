import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import {
  accountFields,
  hasAccount,
  isSameAccount,
  type PayeeAccount,
  payeeKindOf,
} from '#domain/payees/payee.ts'
import { requireStepUp } from '#server/identity/require-step-up.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Cells, cellsOf } from '#server/kit/rows/cell.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { RowWriting } from '#server/kit/rows/verb-handlers.ts'
import { askSecondPerson, keepChange } from './change-account.ts'
import { accountOf, among, type Payee, sentAccount } from './payee-account.ts'
import { eventsOf, recordEvent, waitingChange } from './payee-events.ts'
import { contactsBefore } from './tell-payee.ts'

type Write = RowWriting['write']

/** The verbs of an entity whose rows are paid: no other way leads to its account. */
export function guardPayee<H extends { create: RowWriting; update: RowWriting }>(
  entity: Entity,
  { create, update, ...others }: H,
): H {
  const guarded = {
    ...others,
    create: { ...create, write: recordFirst(entity, create.write) },
    update: { ...update, write: guardChange(entity, update.write) },
  }
  return guarded as unknown as H // The same verbs, which take and answer the same.
}

/** A new record comes with its account: nothing was there that somebody could have replaced. */
function recordFirst(entity: Entity, write: Write): Write {
  return async (ctx, conn, input, reserved) => {
    const answer = await write(ctx, conn, input, reserved)
    const to = { ...nowhere, ...sentAccount(entity, input) }
    if (!hasAccount(to)) return answer
    const made = JSON.parse(String(answer.rawData))
    const payee = payeeOf(ctx, entity, made.id, made)
    await among(ctx, conn, payee, (there) =>
      recordEvent(there, conn, payee, { event: 'first', from: nowhere, to }),
    )
    return answer
  }
}

const nowhere: PayeeAccount = { name: null, number: null, swift: null }

function guardChange(entity: Entity, write: Write): Write {
  return async (ctx, conn, input, reserved) => {
    const sent = sentAccount(entity, input)
    if (Object.keys(sent).length === 0) return write(ctx, conn, input, reserved)
    const { id, row } = await lockRow(ctx, conn, entity, Number(cellsOf(input).id))
    const payee = payeeOf(ctx, entity, id, row)
    const from = await accountOf(ctx, conn, payee)
    const to = { ...from, ...sent }
    if (isSameAccount(from, to)) return write(ctx, conn, input, reserved)
    if (ctx.actor.via === 'key') throw new Problem('forbidden', { message: notByKeys })
    requireStepUp(ctx)
    const known = await among(ctx, conn, payee, (there) => whatIsKnown(there, conn, payee, row))
    const { contacts } = known
    if (known.isAsked) {
      const answer = await write(ctx, conn, withoutAccount(input), reserved)
      await among(ctx, conn, payee, (there) =>
        askSecondPerson(there, conn, payee, { from, to, contacts }),
      )
      return { ...answer, message: askedMessage }
    }
    const answer = await write(ctx, conn, input, reserved)
    const event = known.isNew && !hasAccount(from) && hasAccount(to) ? 'first' : 'changed'
    await among(ctx, conn, payee, (there) =>
      keepChange(there, conn, payee, { event, from, to, contacts }),
    )
    return answer
  }
}

const notByKeys = 'Bank accounts that money is paid to are changed by people, not by API keys.'
const askedMessage = 'Saved. The bank account changes when a second person has confirmed it.'

/** What decides how a change goes on; one that waits for its answer comes first. */
async function whatIsKnown(ctx: Context, conn: Conn, payee: Payee, row: Cells) {
  if (await waitingChange(ctx, conn, payee.kind, payee.id)) {
    const reason = 'another change of the bank account waits for a second person'
    throw notPossible('change', reason, 'Have that one answered or withdrawn first.')
  }
  return {
    isAsked: await settingOf(conn, 'payee_second_person'),
    isNew: (await eventsOf(ctx, conn, payee.kind, payee.id)).length === 0,
    contacts: await contactsBefore(ctx, conn, payee, row),
  }
}

/** Whose account it is, from the row. */
export function payeeOf(ctx: Context, entity: Entity, id: number, row: Cells): Payee {
  const kind = payeeKindOf(entity)
  const organisation_id = kind === 'organisation' ? id : (ctx.actor.organisation_id ?? 0)
  return { entity, kind, id, name: String(row[entity.title]), organisation_id }
}

function withoutAccount(input: never): never {
  const fields = new Set<string>(Object.values(accountFields))
  const kept = Object.entries(cellsOf(input)).filter(([name]) => !fields.has(name))
  return Object.fromEntries(kept) as never // What its verb takes, with less in it.
}
