import { type Contract, contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import { completeRates, type KnownRate, type SentRate } from '#domain/contracts/new-rates.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { quote } from '#server/kit/rows/column.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { type RateSide, sellSide } from './rate-side.ts'

export interface RateUpdateInput {
  valid_from_date: string
  rates: SentRate[]
  reason?: string | null | undefined
  batch?: string | undefined
}

export interface AddedUpdate {
  update: Written<RateSide['update']>
  warnings: { message: string }[]
}

/** Gives an active contract new rates from a day on; nothing that is billed already changes. */
export async function addRateUpdate(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  side: RateSide,
  asked: { id: number; version?: number | undefined },
  input: RateUpdateInput,
): Promise<AddedUpdate> {
  let update: Written<RateSide['update']> | undefined
  const { reason } = input
  await transition(
    ctx,
    conn,
    contract,
    side.action,
    { ...asked, reason: reason ?? undefined },
    async (current) => {
      refuseBilled(current.row, input.valid_from_date, 'set these rates on')
      const rates = await completed(conn, side, asked.id, input)
      update = await insertRow(ctx, conn, side.update, {
        name: updateName(input.valid_from_date),
        contract_id: asked.id,
        valid_from_date: input.valid_from_date,
        rates,
        reason: reason ?? null,
        batch: input.batch ?? null,
      })
      const belongs = { contract_id: asked.id, ...side.broughtBy(update.id) }
      await storeRates(ctx, conn, catalogue, side, belongs, input.valid_from_date, rates)
      return {}
    },
  )
  if (!update) throw new Error('The contract took no rates.')
  return { update, warnings: await noticeWarnings(ctx, conn, side, input.valid_from_date) }
}

/** The update is answered, with what should be thought of beside it. */
export function ratesAdder(catalogue: Catalogue, side: RateSide) {
  return async (
    ctx: Context,
    conn: Conn,
    { id, version, ...input }: CheckedOf<(typeof contractCalls)[RateSide['action']]>,
  ): Promise<Answer<never>> => {
    const added = await addRateUpdate(ctx, conn, catalogue, side, { id, version }, input)
    return addedAnswer(added)
  }
}

export function addedAnswer({ update, warnings }: AddedUpdate): Answer<never> {
  const info = warnings.length > 0 ? { info: { warnings } } : {}
  return { rawData: update.json, message: 'Rates added.', ...info }
}

export const updateName = (day: string) => `Rates from ${formatDayShort(day)}`

/** The rates that an update brings, as rows of their own. */
export async function storeRates(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  side: RateSide,
  belongs: { contract_id: number } & ReturnType<RateSide['broughtBy']>,
  valid_from_date: string,
  rates: Awaited<ReturnType<typeof completed>>,
): Promise<void> {
  for (const { previous_amount, ...values } of rates) {
    const row = { ...values, ...belongs, valid_from_date }
    await checkAgainstOthers(ctx, conn, side.rate, row, catalogue, belongs)
    await insertRow(ctx, conn, side.rate, row)
  }
}

/** What was billed stays as it was: the way to change it is to redo the invoices. */
export function refuseBilled(
  { billed_to_date: billed }: Pick<Contract, 'billed_to_date'>,
  day: string,
  action: string,
): void {
  if (billed === null || day > billed) return
  const reason = `the contract is billed up to ${formatDayShort(billed)}`
  const instead = `Choose a day after that, or redo the invoices from ${formatDayShort(day)} on.`
  throw notPossible(action, reason, instead)
}

/** What was left out is taken from the rates in force, those of the update itself left aside. */
export async function completed(
  conn: Conn,
  side: RateSide,
  contract_id: number,
  input: Pick<RateUpdateInput, 'valid_from_date' | 'rates'>,
  own = 0,
) {
  const known = await conn.query<KnownRate>(
    `select rate_name, rate_type, rate_amount::text, rate_unit, valid_from_date, register_code,
       with_losses from ${quote(side.rate.plural)}
     where contract_id = $1 and deleted_at is null
       and ${quote(side.updateColumn)} is distinct from $2`,
    [contract_id, own],
  )
  return completeRates(known, input.valid_from_date, input.rates)
}

/** Customers hear of new prices some weeks ahead; a shorter notice is said, not refused. */
export async function noticeWarnings(
  ctx: Context,
  conn: Conn,
  side: RateSide,
  valid_from_date: string,
): Promise<{ message: string }[]> {
  if (side !== sellSide) return []
  const notice = await settingOf(conn, 'rate_notice_days')
  const ahead = Temporal.PlainDate.from(todayOf(ctx)).until(valid_from_date, {
    largestUnit: 'days',
  }).days
  if (ahead >= notice) return []
  const message = `The customer hears of this ${ahead < 0 ? 'after the day' : `${ahead} days ahead`}; the notice period is ${notice} days.`
  return [{ message }]
}
