import { type Contract, contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { contractTurned } from './contract-followers.ts'
import { asOverlap, refuseOverlap } from './overlap.ts'
import { addPendingCharge } from './pending-charge.ts'
import { storeTerms } from './update-contract.ts'

/** Puts a draft into force without an offer, for contracts that were agreed elsewhere. */
export async function activateContract(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof contractCalls.activate>,
): Promise<Written<typeof contract>> {
  const written = await asOverlap(() =>
    transition(ctx, conn, contract, 'activate', input, (current) =>
      takeEffect(ctx, conn, current.row),
    ),
  )
  await contractTurned(ctx, conn, written.row, 'begun')
  return written
}

/** What happens when a contract comes into force, whoever accepted it. */
export async function takeEffect(
  ctx: Context,
  conn: Conn,
  row: Contract,
): Promise<{ valid_from_date: string }> {
  if (!row.date_start)
    throw badField('date_start', 'Starts is needed before a contract comes into force.')
  await refuseOverlap(conn, row)
  const valid_from_date = row.valid_from_date ?? row.date_start
  await storeTerms(ctx, conn, { ...row, valid_from_date })
  const credit = row.welcome_credit_amount
  if (credit !== null && Number(credit) !== 0)
    await addPendingCharge(ctx, conn, row, {
      charge_type: 'welcome_credit',
      name: `Welcome credit ${row.contract_number}`,
      amount: credit.startsWith('-') ? credit : `-${credit}`,
    })
  return { valid_from_date }
}
