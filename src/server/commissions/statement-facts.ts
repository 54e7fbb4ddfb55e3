import type { StatementLine } from '#domain/commissions/commissionstatement-calls.ts'
import {
  type GstMode,
  gstModeOf,
  type StatementFigures,
  statementFigures,
} from '#domain/commissions/statement-sums.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { TAKEN_BACK } from './taken-back.ts'

/**
 * What the statement `s` adds to what is owed to its partner, beside what was earned: GST, less what
 * was paid and withheld.
 */
export const OWED_BESIDE = fragment`case when s.gst_mode = 'buyer_created' then s.gst
      else s.tax_invoice_gst end
    - case when s.statement_status not in ('paid', 'cleared') then 0
        else s.withheld + s.to_pay + case when s.to_pay > 0 and s.carried = 0
          then s.tax_invoice_gst else 0 end end`

/** Whom a statement is for and who writes it. */
export interface StatementParties {
  partner_id: number
  partner: string
  partner_address: string[]
  partner_gst_number: string | null
  gst_registered: boolean
  bcti_agreed_on: string | null
  withholding_percent: string | null
  nzbn: string | null
  email: string | null
  has_account: boolean
  is_archived: boolean
  broker: string
  broker_address: string[]
  broker_phone: string | null
  broker_email: string | null
  own_gst_number: string | null
}

const PARTIES = sql<StatementParties, [partner_id: number, organisation_id: number | null]>`
  select p.id as partner_id, p.name as partner, p.gst_number as partner_gst_number,
    array_remove(array[p.street, p.suburb, nullif(concat_ws(' ', p.city, p.postcode), '')], null)
      as partner_address,
    p.nzbn, p.gst_registered, p.bcti_agreed_on, trim_scale(p.withholding_percent)::text
      as withholding_percent, coalesce(p.commission_email, p.email) as email,
    p.bank_account_number is not null as has_account, p.deleted_at is not null as is_archived,
    coalesce(o.trading_name, o.name) as broker, o.gst_number as own_gst_number,
    array_remove(array[o.street, o.suburb, nullif(concat_ws(' ', o.city, o.postcode), '')], null)
      as broker_address, o.phone as broker_phone, o.email as broker_email
  from partners p join organisations o on o.id = $2 where p.id = $1`

export async function statementParties(
  conn: Conn,
  partner_id: number,
  organisation_id: number | null,
): Promise<StatementParties> {
  const found = await PARTIES.one(conn, partner_id, organisation_id)
  if (!found) throw new Problem('notFound', { fill: { what: 'partner' } })
  return found
}

// Whoever states for a partner comes one after the other; what is earned meanwhile does not wait.
const HOLD_PARTNER = sql<{ id: number }, [partner_id: number]>`
  select id from partners where id = $1 for no key update skip locked`

const AWAIT_PARTNER = sql<{ id: number }, [partner_id: number]>`
  select id from partners where id = $1 for no key update`

const PARTNER = sql<{ id: number }, [partner_id: number]>`select id from partners where id = $1`

/**
 * Nobody else states for the partner until this is done; where somebody does already, 409. What
 * leaves by itself waits for its turn: whoever only looks has it for a moment, too.
 */
export async function holdPartner(
  conn: Conn,
  partner_id: number,
  isPatient = false,
): Promise<void> {
  const hold = isPatient ? AWAIT_PARTNER : HOLD_PARTNER
  if (await hold.one(conn, partner_id)) return
  if (!(await PARTNER.one(conn, partner_id)))
    throw new Problem('notFound', { fill: { what: 'partner' } })
  throw new Problem('conflict')
}

const LINE_COLUMNS = fragment`c.id, c.kind, c.customer_id, u.customer_number,
    coalesce(u.name_business, u.name) as customer, c.invoice_id, i.invoice_number, i.period_start,
    i.period_end, c.earned_on as cleared_on,
    coalesce(i.invoice_status = 'paid', false) as bank_confirmed, c.base_part::text as base,
    trim_scale(c.share_percent)::text as share_percent, trim_scale(c.rate)::text as rate,
    c.rate_unit, c.amount::text, s.statement_number as corrects, c.reason`

const LINE_SOURCES = fragment`commissions c left join customers u on u.id = c.customer_id
  left join invoices i on i.id = c.invoice_id left join commissions r on r.id = c.reverses_id
  left join commissionstatements s on s.id = r.statement_id`

const OF_STATEMENT = sql<StatementLine, [statement_id: number]>`
  select ${LINE_COLUMNS}, t.day as taken_back_on, t.amount::text as taken_back
  from ${LINE_SOURCES} left join ${TAKEN_BACK} t on t.line_id = c.id
  where c.statement_id = $1 order by c.earned_on, c.id`

export const linesOf = (conn: Conn, statement_id: number): Promise<StatementLine[]> =>
  OF_STATEMENT.all(conn, statement_id)

// What waits is reversed where it goes back: nothing of it is taken back by another entry.
const WAITING_LINES = sql<StatementLine, [partner_id: number, before: string]>`
  select ${LINE_COLUMNS}, null::date as taken_back_on, null::text as taken_back
  from ${LINE_SOURCES} where c.partner_id = $1 and c.commission_status = 'accrued'
    and c.statement_id is null and c.earned_on < $2 order by c.earned_on, c.id`

/** What was earned before a day and stands on no statement. */
export const waitingLines = (conn: Conn, partner_id: number, before: string) =>
  WAITING_LINES.all(conn, partner_id, before)

const CARRIED = sql<{ carried: string }, [partner_id: number]>`
  select carried::text from commissionstatements where partner_id = $1 and carried <> 0
    and settled_by_id is null and statement_status in ('sent', 'paid', 'cleared')`

export interface StatementBasis extends StatementFigures {
  gst_mode: GstMode
  gst_percent: string
}

/** What a statement of these lines comes to on a day, by what holds now. */
export async function figuresOf(
  conn: Conn,
  parties: StatementParties,
  lines: readonly Pick<StatementLine, 'amount'>[],
  day: string,
): Promise<StatementBasis> {
  const gst_percent = await gstOn(conn, day)
  const gst_mode = gstModeOf(parties)
  const figures = statementFigures({
    amounts: lines.map(({ amount }) => cents(amount)),
    gst_mode,
    gst_percent,
    withholding_percent: parties.withholding_percent,
    brought: (await CARRIED.all(conn, parties.partner_id)).map(({ carried }) => cents(carried)),
    minimum_payout: cents(await settingOf(conn, 'commission_minimum_payout')),
  })
  return { ...figures, gst_mode, gst_percent }
}
