import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { confirmingRole, type PayeeEvent, type PayeeKind } from '#domain/payees/payee.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { archived, differences, type Locked, lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { keepChange, taskCause, tellHistory } from './change-account.ts'
import { payeeOf } from './guard-payee.ts'
import { fieldsFrom, type Payee } from './payee-account.ts'
import { answerTo, eventById, type KnownEvent, recordEvent } from './payee-events.ts'
import { contactsBefore, tellOfAccount } from './tell-payee.ts'

type EntityOf = (kind: PayeeKind) => Entity
type AnsweredChange = Promise<Answer<{ id: number }>>

interface HeldChange {
  event: KnownEvent
  payee: Payee
  locked: Locked
}

/** Lets the change happen: the record gets the account that was asked for. */
export async function confirmChange(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
): AnsweredChange {
  const { event, payee, locked } = await heldEvent(ctx, conn, id, entityOf, 'confirm')
  refuseOwn(ctx, event, 'Ask a colleague to confirm it.')
  refuseRole(ctx, payee)
  await refuseAnswered(ctx, conn, event, 'confirm')
  if (locked.deleted_at) throw archived(payee.entity)
  const contacts = await contactsBefore(ctx, conn, payee, locked.row)
  const values = fieldsFrom(payee.entity, event.to)
  await updateRow(ctx, conn, payee.entity, payee.id, values, {
    action: 'update',
    changes: differences(payee.entity, locked.row, values),
    reason: `${event.actor_name} asked for the new bank account.`,
  })
  const { from, to, actor_id: asked_by } = event
  const told = { event: 'confirmed', from, to, answers_id: id, contacts, asked_by } as const
  await keepChange(ctx, conn, payee, told)
  await settleTask(ctx, conn, taskCause(id), 'The new bank account was confirmed.')
  return { data: { id }, message: 'The bank account is changed.' }
}

/** The record keeps its account; who asked is told why. */
export async function refuseChange(
  ctx: Context,
  conn: Conn,
  { id, reason }: { id: number; reason: string },
  entityOf: EntityOf,
): AnsweredChange {
  const held = await heldEvent(ctx, conn, id, entityOf, 'refuse')
  refuseOwn(ctx, held.event, 'Withdraw it instead.')
  refuseRole(ctx, held.payee)
  await endWithout(ctx, conn, held, { event: 'refused', reason })
  return { data: { id }, message: 'Refused. The bank account stays as it is.' }
}

/** Who asked for a change may take it back. */
export async function withdrawChange(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
): AnsweredChange {
  const held = await heldEvent(ctx, conn, id, entityOf, 'withdraw')
  if (held.event.actor_id !== ctx.actor.user_id) {
    const message = `${held.event.actor_name} asked for this change. You can refuse it instead.`
    throw new Problem('forbidden', { message })
  }
  await endWithout(ctx, conn, held, { event: 'withdrawn', reason: null })
  return { data: { id }, message: 'Withdrawn. The bank account stays as it is.' }
}

async function endWithout(
  ctx: Context,
  conn: Conn,
  { event, payee, locked }: HeldChange,
  ending: { event: Extract<PayeeEvent, 'refused' | 'withdrawn'>; reason: string | null },
): Promise<void> {
  const isRefused = ending.event === 'refused'
  await refuseAnswered(ctx, conn, event, isRefused ? 'refuse' : 'withdraw')
  const { from, to, id, actor_id: asked_by } = event
  const contacts = await contactsBefore(ctx, conn, payee, locked.row)
  await recordEvent(ctx, conn, payee, { ...ending, from, to, answers_id: id })
  await tellHistory(
    ctx,
    conn,
    payee,
    isRefused ? 'refuse_account' : 'withdraw_account',
    ending.reason ?? 'Who asked for it took it back.',
  )
  const why = `The new bank account was ${ending.event}.`
  await settleTask(ctx, conn, taskCause(id), why)
  await tellOfAccount(ctx, conn, payee, { ...ending, from, to, contacts, asked_by })
}

/** Money may go to a changed account at once: somebody has called the payee. */
export async function releaseHold(
  ctx: Context,
  conn: Conn,
  { id, reason }: { id: number; reason: string },
  entityOf: EntityOf,
): AnsweredChange {
  const { event, payee } = await heldEvent(ctx, conn, id, entityOf, 'release')
  refuseRole(ctx, payee)
  const asked = event.answers_id === null ? event : await eventById(ctx, conn, event.answers_id)
  // Whoever wants two people for a change wants two for letting it out, too.
  if (asked && (await settingOf(conn, 'payee_second_person')))
    refuseOwn(ctx, asked, 'Ask a colleague to release it.')
  await refuseAnswered(ctx, conn, event, 'release')
  if (event.hold_until === null || event.hold_until <= todayOf(ctx))
    throw notPossible('release', 'money goes there already')
  const { from, to } = event
  await recordEvent(ctx, conn, payee, { event: 'released', from, to, answers_id: id, reason })
  await tellHistory(ctx, conn, payee, 'release_account', reason)
  return { data: { id }, message: 'Money may go to the changed account now.' }
}

const answerable: Record<string, readonly PayeeEvent[]> = {
  release: ['changed', 'confirmed'],
}

/** The event and the record it is about, held so that it is answered once. */
async function heldEvent(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
  action: string,
): Promise<HeldChange> {
  const event = await eventById(ctx, conn, id)
  if (!event) throw new Problem('notFound', { fill: { what: 'change' } })
  const entity = entityOf(event.payee_kind)
  const locked = await lockRow(ctx, conn, entity, event.payee_id)
  if (!(answerable[action] ?? ['asked']).includes(event.event))
    throw notPossible(action, `it was ${event.event}`)
  return { event, payee: payeeOf(ctx, entity, locked.id, locked.row), locked }
}

function refuseOwn(ctx: Context, asked: KnownEvent, instead: string): void {
  if (asked.actor_id !== ctx.actor.user_id) return
  throw new Problem('forbidden', { message: `You asked for this change yourself. ${instead}` })
}

function refuseRole(ctx: Context, { kind }: Payee): void {
  if (!atLeast(ctx.actor.role, confirmingRole(kind))) throw new Problem('forbidden')
}

async function refuseAnswered(
  ctx: Context,
  conn: Conn,
  { id }: KnownEvent,
  action: string,
): Promise<void> {
  const answer = await answerTo(ctx, conn, id)
  if (answer) throw notPossible(action, `${answer.actor_name} has ${answer.event} it already`)
}
