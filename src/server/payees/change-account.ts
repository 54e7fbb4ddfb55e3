import { addWorkingDays } from '#domain/kit/working-day.ts'
import {
  confirmingRole,
  goesElsewhere,
  heldUntil,
  type PayeeAccount,
  type PayeeEvent,
} from '#domain/payees/payee.ts'
import { accountWords } from '#domain/payees/payee-mail.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { maskedAccount, type Payee } from './payee-account.ts'
import { type NewEvent, recordEvent } from './payee-events.ts'
import { tellOfAccount } from './tell-payee.ts'

interface AccountChanged extends Pick<NewEvent, 'from' | 'to' | 'answers_id'> {
  event: Extract<PayeeEvent, 'first' | 'changed' | 'confirmed'>
  contacts: readonly string[]
  asked_by?: number | null
}

/** The record has its new account: that is kept, told, and money waits before it goes there. */
export async function keepChange(
  ctx: Context,
  conn: Conn,
  payee: Payee,
  change: AccountChanged,
): Promise<string | null> {
  const { event, from, to } = change
  const days = await settingOf(conn, 'payee_hold_days')
  const isHeld = event !== 'first' && goesElsewhere(from, to)
  const hold_until = isHeld ? heldUntil({ kind: payee.kind, to, day: todayOf(ctx) }, days) : null
  await recordEvent(ctx, conn, payee, { ...change, hold_until })
  await tellOfAccount(ctx, conn, payee, { ...change, hold_until })
  return hold_until
}

const DAYS_TO_ANSWER = 1

/** The record keeps its account until a second person has confirmed the new one. */
export async function askSecondPerson(
  ctx: Context,
  conn: Conn,
  payee: Payee,
  asked: { from: PayeeAccount; to: PayeeAccount; contacts: readonly string[] },
): Promise<number> {
  const { kind, id: payee_id, name } = payee
  const id = await recordEvent(ctx, conn, payee, { ...asked, event: 'asked' })
  const fromTo = [asked.from, asked.to].map((one) => accountWords(maskedAccount(one))).join(' → ')
  await tellHistory(ctx, conn, payee, 'ask_account', fromTo)
  await raiseTask(ctx, conn, {
    cause: taskCause(id),
    subject: `Confirm the new bank account of ${name}`,
    text_plain: `${ctx.actor.name} asked for it: ${fromTo}. Call them on the number known before.`,
    due_date: addWorkingDays(todayOf(ctx), DAYS_TO_ANSWER),
    role_name: confirmingRole(kind),
    // Our own organisation is no record that tasks hang on.
    ...(kind === 'organisation' ? {} : { reference_object: kind, reference_id: payee_id }),
  })
  await tellOfAccount(ctx, conn, payee, { ...asked, event: 'asked' })
  return id
}

export const taskCause = (id: number) => `payee account ${id}`

/** Tells the record's history of what leaves its fields as they are. */
export async function tellHistory(
  ctx: Context,
  conn: Conn,
  { kind, id, entity }: Payee,
  action: string,
  reason: string,
): Promise<void> {
  await recordHistory(conn, ctx, {
    object_class: kind,
    object_id: id,
    action,
    reason,
    customer_id: kind === 'customer' ? id : null,
    ...(entity.scope === 'platform' ? { organisation_id: null } : {}),
  })
}
