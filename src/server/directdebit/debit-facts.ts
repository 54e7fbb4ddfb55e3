import type { ItemKey } from '#domain/books/account.ts'
import { chargeDay, earliestCharge, FILE_HOUR } from '#domain/directdebit/charge-day.ts'
import { type DebitRefusal, debitRefusals } from '#domain/directdebit/debit-refusal.ts'
import {
  type DebitPart,
  planAccount,
  planPage,
  totalOf,
  upTo,
} from '#domain/directdebit/plan-debit.ts'
import { isUsableStatus, type MandateStatus } from '#domain/directdebit/provider-words.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import type { CustomerAccount } from '#server/books/customer-account.ts'
import { invoiceItem } from '#server/books/money-keys.ts'
import { parkedReasons } from '#server/books/parked-accounts.ts'
import { type PendingDebit, pendingDebits, promisedOn } from '#server/books/promised.ts'
import { heldAccount } from '#server/books/settle.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Clock, type Context, todayOf } from '#server/kit/http/context.ts'
import { isConnected } from './connection.ts'

/** Which debit is wanted. */
export interface DebitWish {
  customer_id: number
  invoice_id: number | null
  /** All that is open unless said. */
  amount?: Cents | undefined
  charge_date?: string | undefined
  /** A manager asks for this very debit: what is planned by itself never goes beyond the limit. */
  may_exceed?: boolean | undefined
  /** They asked for it, or were told of it before. */
  without_notice?: boolean | undefined
  /** A debit that this one takes the place of: what it was to bring is not under way any more. */
  instead_of?: number | undefined
  /** That one was to grant the discount: what is made in its place does so as well. */
  grants?: boolean | undefined
  /** Debits that would be made beside it, and are not there yet: what they take is taken. */
  beside?: readonly Pick<PendingDebit, 'plan'>[] | undefined
}

/** What a debit would be: when, how much and for what, and everything that speaks against it. */
export interface DebitProposal {
  mandate_id: number | null
  charge_date: string
  earliest: string
  /** The date of the page that the day was counted from. */
  aims_at: string | null
  parts: DebitPart[]
  total: Cents
  /** What is open for it at most. */
  open: Cents
  grants: boolean
  refusals: DebitRefusal[]
}

interface CurrentMandate {
  id: number
  mandate_status: MandateStatus
  provider_mandate_id: string | null
  next_possible_charge_date: string | null
  first_charge_from: string | null
}

const CURRENT = sql<CurrentMandate, [customer_id: number]>`
  select id, mandate_status, provider_mandate_id, next_possible_charge_date, first_charge_from
  from mandates where customer_id = $1 and is_current and deleted_at is null`

const FROZEN = sql<{ debits_frozen_reason: string | null }, [customer_id: number]>`
  select debits_frozen_reason from customers where id = $1`

const PAGE = sql<
  { due_date: string; is_held: boolean; has_debit: boolean; invoice_status: string },
  [id: number, instead_of: number | null]
>`select due_date, is_held, invoice_status, exists (select from invoicepayments p
    where p.invoice_id = i.id and p.payment_status = 'pending' and p.deleted_at is null
      and p.id is distinct from $2) as has_debit
  from invoices i where i.id = $1`

/** A mandate that debits can be made on, as the provider knows it. */
export const isUsable = (found: CurrentMandate | undefined): boolean =>
  found !== undefined && found.provider_mandate_id !== null && isUsableStatus(found.mandate_status)

/** Looks at a customer whom the caller holds, and says what a debit would be. */
export async function proposeDebit(
  ctx: Context,
  conn: Conn,
  wish: DebitWish,
): Promise<DebitProposal> {
  const { customer_id, invoice_id } = wish
  const today = todayOf(ctx)
  const [account, mandate, frozen, connected, parked] = await Promise.all([
    heldAccount(conn, customer_id),
    CURRENT.one(conn, customer_id),
    FROZEN.one(conn, customer_id),
    isConnected(conn),
    parkedReasons(conn, [customer_id]),
  ])
  const page =
    invoice_id === null ? null : await PAGE.one(conn, invoice_id, wish.instead_of ?? null)
  const due_date = page?.due_date ?? null
  const day = await dayOf(ctx, conn, { wish, account, mandate, due_date })
  const pending = await pendingDebits(conn, [customer_id])
  const others = pending.filter(({ id }) => id !== wish.instead_of)
  const promised = promisedOn([...others, ...(wish.beside ?? [])])
  const facts = { account: account.account, today, promised }
  const whole =
    invoice_id === null
      ? planAccount(facts, null)
      : planPage({ ...facts, page: invoiceItem(invoice_id), ...day })
  const parts = wish.amount === undefined ? whole : upTo(whole, wish.amount)
  const total = totalOf(parts)
  const max_amount = cents(await settingOf(conn, 'dd_max_amount'))
  const refusals = debitRefusals({
    is_connected: connected,
    is_mandate_usable: isUsable(mandate),
    amount: total,
    max_amount,
    may_exceed: wish.may_exceed ?? false,
    ...day,
    is_held: page?.is_held ?? false,
    frozen_reason: frozen?.debits_frozen_reason ?? null,
    has_debit: page?.has_debit ?? false,
    is_parked: parked.has(customer_id),
  })
  return { mandate_id: mandate?.id ?? null, ...day, parts, total, open: totalOf(whole), refusals }
}

interface DayFacts {
  wish: DebitWish
  account: CustomerAccount
  mandate: CurrentMandate | undefined
  due_date: string | null
}

async function dayOf(ctx: Context, conn: Conn, { wish, account, mandate, due_date }: DayFacts) {
  const [notice_days, lateGrants] = await Promise.all([
    settingOf(conn, 'dd_notice_days'),
    settingOf(conn, 'dd_late_by_us_grants'),
  ])
  const bounds = boundsOf(ctx, mandate, wish.without_notice ? 0 : notice_days)
  const { today } = bounds
  const earliest = earliestCharge(bounds)
  const { invoice_id } = wish
  const given = { charge_date: wish.charge_date ?? earliest, earliest, aims_at: null }
  // What is asked for without a page is collected as soon as it may be.
  if (due_date === null || invoice_id === null) return { ...given, grants: false }
  const page = invoiceItem(invoice_id)
  const item = account.account.items.find(({ key }) => key === page)
  const keepsGrant = (day: string) => wish.grants === true && day > (item?.in_time_until ?? day)
  if (wish.charge_date !== undefined) return { ...given, grants: keepsGrant(wish.charge_date) }
  const discount = openDiscount(account, page, today)
  const { charge_date, is_late_by_us } = chargeDay({ ...bounds, due_date, ...discount })
  const grants = (is_late_by_us && lateGrants) || keepsGrant(charge_date)
  return { charge_date, earliest, aims_at: discount.discount_until ?? due_date, grants }
}

const boundsOf = (ctx: Context, mandate: CurrentMandate | undefined, notice_days: number) => ({
  today: todayOf(ctx),
  notice_days,
  next_possible: mandate?.next_possible_charge_date ?? null,
  first_from: mandate?.first_charge_from ?? null,
  is_file_closed: hourOf(ctx) >= FILE_HOUR,
})

/** The first day on which somebody can be collected from who needs no notice. */
export const soonestFor = async (ctx: Context, conn: Conn, customer_id: number): Promise<string> =>
  earliestCharge(boundsOf(ctx, await CURRENT.one(conn, customer_id), 0))

/** The hour on the clocks of the business. */
export const hourOf = ({ clock }: { clock: Clock }): number =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(
    BUSINESS_TIME_ZONE,
  ).hour

const NONE = { discount_until: null, in_time_until: null }

/** The last days of a discount that can still be had. */
function openDiscount({ account, invoices }: CustomerAccount, key: ItemKey, today: string) {
  const item = account.items.find((one) => one.key === key)
  const row = invoices.get(key)?.row
  if (!item || !row?.discounted_date || item.ppd_granted) return NONE
  if (item.undiscounted === item.discounted || today > item.in_time_until) return NONE
  return { discount_until: row.discounted_date, in_time_until: item.in_time_until }
}
