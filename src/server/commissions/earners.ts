import { type DatedTerms, termsOn } from '#domain/commissions/commission-terms.ts'
import type { ContractPartner } from '#domain/commissions/contractpartner.ts'
import type { Earner } from '#domain/commissions/invoice-commission.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'

/** A partner's part of a contract, as it is stored. */
export type StoredShare = Pick<
  ContractPartner,
  | ('contract_id' | 'partner_id' | 'valid_from_date' | 'share_percent' | 'rate_amount')
  | ('rate_unit' | 'accepted_date' | 'customer_type' | 'signup_unit' | 'signup_amount')
  | ('signup_earned_at' | 'signup_clawback_months')
>

const SHARES = sql<StoredShare, [contract_ids: readonly number[]]>`
  select contract_id, partner_id, valid_from_date, trim_scale(share_percent)::text as share_percent,
    trim_scale(rate_amount)::text as rate_amount, rate_unit, accepted_date, customer_type, signup_unit,
    signup_amount::text, signup_earned_at, signup_clawback_months
  from contractpartners where contract_id = any($1) and deleted_at is null
  order by contract_id, valid_from_date, partner_id`.named('commission_shares')

const TERMS = sql<DatedTerms & { partner_id: number }, [partner_ids: readonly number[]]>`
  select id as partner_id, null::date as valid_from_date, signup_commission_commercial::text,
    signup_commission_residential::text, signup_commission_unit,
    trim_scale(partner_rate_amount)::text as partner_rate_amount,
    trim_scale(partner_rate_standard)::text as partner_rate_standard,
    trim_scale(partner_rate_simple)::text as partner_rate_simple, partner_rate_unit
  from partners where id = any($1)
  union all select partner_id, valid_from_date, signup_commission_commercial::text,
    signup_commission_residential::text, signup_commission_unit,
    trim_scale(partner_rate_amount)::text, trim_scale(partner_rate_standard)::text,
    trim_scale(partner_rate_simple)::text, partner_rate_unit
  from partnerterms where partner_id = any($1) and deleted_at is null`.named('commission_terms')

/** Who earns on contracts, and by which terms on which day. */
export interface Earnings {
  /** Who earns on a contract on a day; nobody before its first set of partners. */
  on(contract_id: number, day: string): Earner[]
  /** The set that held on the contract's first day: they brought it. */
  bringers(contract_id: number): StoredShare[]
}

/** The terms of partners by day, whoever they work for. */
export async function termsOfPartners(
  conn: Pick<Conn, 'query'>,
  partner_ids: readonly number[],
): Promise<(partner_id: number, day: string) => DatedTerms> {
  const versions = Map.groupBy(await TERMS.all(conn, partner_ids), ({ partner_id }) => partner_id)
  return (partner_id, day) => {
    const terms = termsOn(versions.get(partner_id) ?? [], day)
    if (!terms) throw new Error(`Partner ${partner_id} has no terms.`)
    return terms
  }
}

export async function earningsOf(
  conn: Pick<Conn, 'query'>,
  contract_ids: readonly number[],
): Promise<Earnings> {
  const shares = await SHARES.all(conn, contract_ids)
  const terms = await termsOfPartners(conn, [...new Set(shares.map((one) => one.partner_id))])
  const byContract = Map.groupBy(shares, ({ contract_id }) => contract_id)
  return {
    on: (contract_id, day) =>
      setOn(byContract.get(contract_id) ?? [], day).map((share) => ({
        partner_id: share.partner_id,
        share_percent: share.share_percent,
        own:
          share.rate_amount === null
            ? null
            : { rate: share.rate_amount, unit: share.rate_unit ?? 'percent' },
        terms: terms(share.partner_id, day),
        signup_unit: share.signup_unit,
        customer_type: share.customer_type,
      })),
    bringers: (contract_id) =>
      (byContract.get(contract_id) ?? []).filter((one) => one.signup_amount !== null),
  }
}

/** Whether the share `s` is of the set that holds on a day: the latest that had begun. */
export const inSetOf = (day: Fragment): Fragment => fragment`s.valid_from_date = (
  select max(l.valid_from_date) from contractpartners l where l.contract_id = s.contract_id
    and l.deleted_at is null and l.valid_from_date <= ${day})`

/** The rows of one day are one set: the latest that had begun. */
export function setOn<T extends { valid_from_date: string }>(rows: readonly T[], day: string): T[] {
  const begun = rows.filter(({ valid_from_date }) => valid_from_date <= day)
  const latest = begun
    .map(({ valid_from_date }) => valid_from_date)
    .toSorted()
    .at(-1)
  return begun.filter(({ valid_from_date }) => valid_from_date === latest)
}
