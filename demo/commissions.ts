import {
  commissionCalls,
  contractpartnerCalls,
  partnertermCalls,
} from '#domain/commissions/commission-calls.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { followContract } from '#server/commissions/contract-shares.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall } from './play-call.ts'
import type { On } from './store-billing.ts'

type Brought = Pick<Contract, 'id' | 'contract_number' | 'date_start'> & {
  accepted: string
  partner_id: number
  billed_to_date: string | null
}

const BROUGHT = `select k.id, k.contract_number, k.date_start, k.partner_id, k.billed_to_date,
    (coalesce(k.accepted_at, k.created_at) at time zone 'Pacific/Auckland')::date::text as accepted
  from contracts k where k.partner_id is not null and k.contract_status = 'active'
    and k.date_start is not null and k.deleted_at is null order by k.id`

/** Before anything is billed: who brought a contract earns on it, and on one of them two do. */
export async function storeShares(on: On, conn: Conn): Promise<void> {
  const brought = await conn.query<Brought>(BROUGHT)
  for (const one of brought) await followContract(on(one.accepted), conn, one, 'begun')
  const split = brought.find(({ billed_to_date }) => billed_to_date === null)
  const other = brought.find(({ partner_id }) => partner_id !== split?.partner_id)
  if (!split?.date_start || !other) return
  await playCall(on(split.accepted), conn, contractpartnerCalls.set, {
    contract_id: split.id,
    valid_from_date: split.date_start,
    partners: [
      { partner_id: split.partner_id, share_percent: '60' },
      {
        ...{ partner_id: other.partner_id, share_percent: '40' },
        ...{ rate_amount: '4', rate_unit: 'percent' },
      },
    ],
  })
}

// Of a contract that has not lasted a year, a part of what bringing it earned goes back.
const LEAVING = `select k.id, k.partner_id from contracts k
  where k.contract_status = 'active' and k.date_start > '2025-12-01'
    and (select count(*) from commissions c where c.contract_id = k.id
      and c.kind = 'ongoing' and c.commission_status in ('accrued', 'stated')) = 2
    and exists (select from commissions c where c.contract_id = k.id
      and c.kind = 'signup' and c.commission_status in ('accrued', 'stated'))
  order by k.id limit 1`

/** What happened since: other terms to come, a correction, and a contract that ends before its time. */
export async function storeCommissions(on: On, conn: Conn): Promise<void> {
  const today = on(DEMO_TODAY)
  const [leaving] = await conn.query<{ id: number; partner_id: number }>(LEAVING)
  if (!leaving) return
  const { partner_id } = leaving
  await playCall(today, conn, partnertermCalls.create, {
    ...{ partner_id, valid_from_date: '2027-01-01', partner_rate_unit: 'percent' },
    ...{ partner_rate_standard: '6', partner_rate_simple: '5' },
    ...{ signup_commission_unit: 'fixed', signup_commission_commercial: '180.00' },
    notes: 'Agreed at the yearly meeting.',
  })
  await playCall(today, conn, commissionCalls.correct, {
    ...{ partner_id, amount: '25.00', reason: 'Evening for their tenants, agreed by phone' },
  })
  await playCall(today, conn, contractCalls.cancel, {
    ...{ id: leaving.id, date_end: '2026-11-30', reason: 'The shop closes' },
  })
}
