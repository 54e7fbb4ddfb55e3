import { customer } from '#domain/customers/customer.ts'
import { type Mandate, mandate } from '#domain/directdebit/mandate.ts'
import type { MandateBegun, mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { usableMandates } from '#domain/directdebit/provider-words.ts'
import { file } from '#domain/files/file.ts'
import { bankAccountProblem, normaliseBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, fieldProblem, Problem } from '#domain/kit/problem.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { requireConnection } from './connection.ts'
import { inviteCustomer } from './invitation.ts'
import { askProvider } from './provider-call.ts'

type BeginInput = CheckedOf<typeof mandateCalls.create>

// For so long after their bank ended one, a new authority needs paper, and time.
const BANK_END_MONTHS = 9
const PAPER_WORKING_DAYS = 10

const LIVE = sql<
  { id: number; mandate_status: string },
  [customer_id: number, usable: readonly string[]]
>`
  select id, mandate_status from mandates where customer_id = $1 and deleted_at is null
    and (is_current or mandate_status = any($2) and ended_date is null) order by is_current desc limit 1`

const ENDED_BY_BANK = sql<{ ended_date: string }, [customer_id: number, since: string]>`
  select ended_date from mandates where customer_id = $1 and ended_by = 'bank' and ended_date > $2
  order by ended_date desc limit 1`

/** Sets direct debit up for a customer: an invitation, or what was given by phone or on paper. */
export async function beginMandate(ctx: Context, conn: Conn, input: BeginInput) {
  const { customer_id, source, replace = false } = input
  const { row: who, deleted_at } = await lockRow(ctx, conn, customer, customer_id)
  if (deleted_at !== null) throw new Problem('archived', { fill: { what: 'customer' } })
  await requireConnection(conn)
  const live = await LIVE.one(conn, customer_id, [...usableMandates])
  if (live && !replace)
    throw new Problem('conflict', {
      message: 'There is a direct debit authority already. Choose to replace it.',
    })
  const isEndedByBank = await endedByBank(ctx, conn, customer_id)
  if (isEndedByBank !== null && source !== 'paper')
    throw notPossible(
      'set up direct debit',
      `their bank ended the last authority on ${formatDayShort(isEndedByBank)}: a new one needs a paper form`,
    )
  const data: MandateBegun =
    source === 'online'
      ? { id: null, invited_to: await inviteCustomer(ctx, conn, who, input.email, replace) }
      : {
          id: await enter(ctx, conn, input, live?.id ?? null, isEndedByBank !== null),
          invited_to: null,
        }
  const message =
    data.invited_to === null
      ? 'The provider is being told.'
      : `The invitation is on its way to ${data.invited_to}.`
  return { status: created, data, message }
}

async function endedByBank(ctx: Context, conn: Conn, customer_id: number): Promise<string | null> {
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ months: BANK_END_MONTHS })
  return (await ENDED_BY_BANK.one(conn, customer_id, since.toString()))?.ended_date ?? null
}

async function enter(
  ctx: Context,
  conn: Conn,
  input: BeginInput,
  replaces_id: number | null,
  waits: boolean,
): Promise<number> {
  const { customer_id, source, account_holder, consent } = input
  const digits = checkedAccount(input.bank_account_number)
  if (!account_holder) throw badField('account_holder', 'Whose account it is is needed.')
  if (!consent) throw badField('consent', 'When and how they agreed is needed.')
  if (source === 'phone' && !consent.script_read)
    throw badField('consent.script_read', 'Say that the text was read out to them.')
  if (source === 'paper' && !consent.file_id)
    throw badField('consent.file_id', 'Add the form that they signed.')
  if (Date.parse(consent.at) > ctx.clock.now().getTime())
    throw badField('consent.at', 'They can’t have agreed in the future.')
  if (consent.file_id) await lockRow(ctx, conn, file, consent.file_id)
  const { id } = await insertRow(ctx, conn, mandate, {
    customer_id,
    source: source as Mandate['source'],
    mandate_status: 'pending_submission',
    account_ending: `${digits.slice(9, 13)}-${digits.slice(14)}`,
    consent_text_version: consent.text_version,
    consent_at: consent.at,
    consent_script_read: consent.script_read ?? false,
    consent_file_id: consent.file_id ?? null,
    first_charge_from: waits ? addWorkingDays(todayOf(ctx), PAPER_WORKING_DAYS) : null,
    replaces_id,
  })
  await askProvider(ctx, conn, {
    kind: 'mandate',
    about: `${id}-1-1`,
    customer_id,
    mandate_id: id,
    secret: { digits, account_holder },
  })
  return id
}

/** Sixteen digits that a bank could have given out. */
function checkedAccount(typed: string | undefined): string {
  if (!typed) throw badField('bank_account_number', 'The account number is needed.')
  const digits = normaliseBankAccount(typed)
  const { error } = bankAccountProblem(digits)
  if (error === 'short')
    throw fieldProblem('numberTooShort', 'bank_account_number', {
      label: 'Bank account number',
      length: 15,
    })
  if (error !== null)
    throw badField('bank_account_number', 'That is not the number of a New Zealand bank account.')
  return digits
}
