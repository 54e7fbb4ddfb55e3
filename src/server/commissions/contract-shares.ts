import type { contractpartnerCalls, SentShare } from '#domain/commissions/commission-calls.ts'
import { type SignupType, signupRate } from '#domain/commissions/commission-terms.ts'
import { type ContractPartner, contractpartner } from '#domain/commissions/contractpartner.ts'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { businessToday, EARLIEST_DAY, formatDayShort } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Exact } from '#domain/kit/decimal.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { badField, created } from '#domain/kit/problem.ts'
import type { ContractTurn } from '#server/contracts/contract-followers.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { archived, lockRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import { termsOfPartners } from './earners.ts'
import { moveFirstShares } from './move-first-shares.ts'
import { reviewCommissions, reviewContract } from './review-commissions.ts'

const WHO = sql<{ partner_id: number; customer_type: string | null }, [contract_id: number]>`
  select p.id as partner_id, c.customer_type
  from contracts k join customers c on c.id = k.customer_id
  join partners p on p.id = coalesce(k.partner_id, c.partner_id) and p.deleted_at is null
  where k.id = $1 and not exists (select from contractpartners s
    where s.contract_id = k.id and s.deleted_at is null)`

/** A contract came into force, moved, ended or came back: who earns by it, and what stands. */
export async function followContract(
  ctx: Context,
  conn: Conn,
  row: Pick<Contract, 'id' | 'contract_number' | 'date_start' | 'billed_to_date'>,
  turn: ContractTurn,
): Promise<void> {
  if (turn === 'begun') await beginShares(ctx, conn, row)
  if (turn === 'moved') await moveFirstShares(ctx, conn, row)
  const because = `Contract ${row.contract_number} ${turnWords[turn]}.`
  // For how long bringing it is rewarded counts from its first day.
  if (turn === 'moved') await reviewSince(ctx, conn, row.id, EARLIEST_DAY, because)
  await reviewContract(ctx, conn, row.id, because)
}

const turnWords: Record<ContractTurn, string> = {
  begun: 'was accepted',
  moved: 'begins on another day',
  over: 'has ended',
  restored: 'was restored',
}

/** The contract's partner, else its customer's, earns on all of it. */
async function beginShares(
  ctx: Context,
  conn: Conn,
  { id, date_start }: Pick<Contract, 'id' | 'date_start'>,
): Promise<void> {
  const who = await WHO.one(conn, id)
  if (!who || !date_start) return
  const accepted_date = todayOf(ctx)
  const brought = await broughtBy(conn, [who.partner_id], { ...who, accepted_date })
  await insertRow(ctx, conn, contractpartner, {
    ...{ contract_id: id, partner_id: who.partner_id },
    ...{ valid_from_date: date_start, share_percent: '100' },
    ...brought.get(who.partner_id),
  })
}

type BroughtValues = Pick<
  StoredColumns<typeof contractpartner>,
  | ('accepted_date' | 'customer_type' | 'signup_unit' | 'signup_amount')
  | ('signup_earned_at' | 'signup_clawback_months')
>

/** What bringing a contract is worth to partners, as it is agreed on the day it is accepted. */
async function broughtBy(
  conn: Conn,
  partner_ids: readonly number[],
  { customer_type, accepted_date }: { customer_type: string | null; accepted_date: string },
): Promise<Map<number, BroughtValues>> {
  const type: SignupType = customer_type === 'commercial' ? 'commercial' : 'residential'
  const [terms, signup_earned_at, signup_clawback_months] = await Promise.all([
    termsOfPartners(conn, partner_ids),
    settingOf(conn, 'signup_earned_at'),
    settingOf(conn, 'signup_clawback_months'),
  ])
  return new Map(
    partner_ids.map((id): [number, BroughtValues] => {
      const { rate, unit } = signupRate(terms(id, accepted_date), type)
      const about = { accepted_date, customer_type: type, signup_unit: unit }
      const isFixed = unit === 'fixed' && Number(rate) > 0
      const fixed = { signup_amount: rate, signup_earned_at, signup_clawback_months }
      return [id, isFixed ? { ...about, ...fixed } : about]
    }),
  )
}

const SETS = sql<
  Pick<ContractPartner, 'id' | 'partner_id' | 'valid_from_date' | 'accepted_date'> &
    Pick<ContractPartner, 'customer_type' | 'signup_unit'>,
  [contract_id: number]
>`select id, partner_id, valid_from_date, accepted_date, customer_type, signup_unit
  from contractpartners where contract_id = $1 and deleted_at is null
  order by valid_from_date, partner_id for update`

const LATER = sql<{ id: number }, [contract_id: number, from: string]>`
  select id from invoices where contract_id = $1 and coalesce(period_end, invoice_date) >= $2`

const CUSTOMER_TYPE = sql<{ customer_type: string | null }, [customer_id: number]>`
  select customer_type from customers where id = $1`

type SharesInput = CheckedOf<typeof contractpartnerCalls.set>

/** Who earns on a contract from a day on, all of them at once; what is billed stays as it was. */
export function setShares(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: SharesInput): Promise<Answer<never>> => {
    const { contract_id, valid_from_date, partners } = input
    const { row, deleted_at } = await lockRow(ctx, conn, contract, contract_id)
    refuseWrongShares(partners)
    for (const one of partners)
      await checkAgainstOthers(
        ctx,
        conn,
        contractpartner,
        { ...one, contract_id, valid_from_date },
        catalogue,
      )
    if (deleted_at) throw archived(contract)
    refuseBilledDays(row, valid_from_date)
    const sets = await SETS.all(conn, contract_id)
    const brought = await signupValues(ctx, conn, row, input, sets)
    for (const { id } of sets.filter((one) => one.valid_from_date === valid_from_date)) {
      const changes: Changes<typeof contractpartner> = { valid_from_date: [valid_from_date, null] }
      const gone = { deleted_at: ctx.clock.now().toISOString() }
      await updateRow(ctx, conn, contractpartner, id, gone, { action: 'delete', changes })
    }
    const written: string[] = []
    for (const { rate_amount = null, rate_unit, ...one } of partners) {
      const own = { rate_amount, rate_unit: rate_amount === null ? null : (rate_unit ?? 'percent') }
      const values = { ...one, ...own, contract_id, valid_from_date }
      const made = await insertRow(ctx, conn, contractpartner, {
        ...values,
        ...brought.get(one.partner_id),
      })
      written.push(made.json)
    }
    const because = `Contract ${row.contract_number} has other partners or shares.`
    await reviewSince(ctx, conn, contract_id, valid_from_date, because)
    await reviewContract(ctx, conn, contract_id, because)
    return { status: created, rawData: `[${written.join(',')}]`, message: 'Shares saved.' }
  }
}

/** What the invoices of a contract earn whose periods end on a day or later. */
async function reviewSince(
  ctx: Context,
  conn: Conn,
  contract_id: number,
  from: string,
  because: string,
): Promise<void> {
  const later = await LATER.all(conn, contract_id, from)
  const ids = later.map(({ id }) => id)
  await reviewCommissions(ctx, conn, ids, because)
}

function refuseWrongShares(partners: readonly SentShare[]): void {
  const total = partners.reduce((sum, one) => sum.plus(one.share_percent), new Exact(0))
  if (!total.eq(100)) throw badField('partners', `The shares make ${total.toFixed()} %, not 100 %.`)
  if (new Set(partners.map(({ partner_id }) => partner_id)).size < partners.length)
    throw badField('partners', 'Each partner is named once.')
}

function refuseBilledDays(row: Contract, valid_from_date: string): void {
  const { contract_status, billed_to_date, date_start } = row
  if (contract_status === 'draft' || contract_status === 'offered') {
    const instead = 'Name its partner, who earns on all of it once it is accepted.'
    throw notPossible('change the shares of', 'the contract is not in force', instead)
  }
  if (billed_to_date && valid_from_date <= billed_to_date) {
    const reason = `the contract is billed up to ${formatDayShort(billed_to_date)}`
    throw notPossible('change the shares of', reason, 'Choose a day after that.')
  }
  if (date_start && valid_from_date < date_start)
    throw badField('valid_from_date', `The contract starts on ${formatDayShort(date_start)}.`)
}

type StoredSet = { partner_id: number; valid_from_date: string } & Pick<
  ContractPartner,
  'accepted_date' | 'customer_type' | 'signup_unit'
>

/** Who is there from the first day brought the contract; who comes later did not. */
async function signupValues(
  ctx: Context,
  conn: Conn,
  row: Contract,
  { valid_from_date, partners }: SharesInput,
  sets: readonly StoredSet[],
): Promise<Map<number, BroughtValues>> {
  const ids = partners.map(({ partner_id }) => partner_id)
  const [first] = sets
  const isFirst = row.date_start !== null && valid_from_date <= row.date_start
  if (!isFirst) {
    const brought = sets.filter((one) => one.valid_from_date === first?.valid_from_date)
    return new Map(
      brought.map(({ partner_id, accepted_date, customer_type, signup_unit }) => [
        partner_id,
        { accepted_date, customer_type, signup_unit },
      ]),
    )
  }
  const accepted = row.accepted_at && businessToday(Temporal.Instant.from(row.accepted_at))
  const accepted_date = first?.accepted_date ?? (accepted || todayOf(ctx))
  const customer = await CUSTOMER_TYPE.one(conn, row.customer_id)
  const customer_type = first?.customer_type ?? customer?.customer_type ?? null
  return broughtBy(conn, ids, { customer_type, accepted_date })
}
