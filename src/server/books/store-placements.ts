import type { ItemKey, Money, Placement } from '#domain/books/account.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { allocated } from '#domain/books/postings.ts'
import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Entry } from './ledger.ts'
import { columnsOf, itemColumns, itemOf, moneyOf } from './money-keys.ts'
import type { Settlement } from './settle.ts'

/** Some money on some item: what the rules and what somebody put there. */
interface Pile extends Pick<Placement, 'money' | 'item'> {
  by_rule: number
  by_hand: number
}

function pilesOf(placements: readonly Placement[]): Map<string, Pile> {
  const piles = new Map<string, Pile>()
  for (const { money, item, amount, is_manual } of placements) {
    const key = `${money} ${item}`
    const pile = piles.get(key) ?? { money, item, by_rule: 0, by_hand: 0 }
    pile[is_manual ? 'by_hand' : 'by_rule'] += amount
    piles.set(key, pile)
  }
  return piles
}

interface Change {
  was: Pile
  is: Pile
}

function changesOf({ before, settled }: Settlement): Change[] {
  const [had, has] = [pilesOf(before.account.placements), pilesOf(settled.placements)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const { money, item } = (has.get(key) ?? had.get(key)) as Pile
    const none: Pile = { money, item, by_rule: 0, by_hand: 0 }
    const [was, is] = [had.get(key) ?? none, has.get(key) ?? none]
    return was.by_rule === is.by_rule && was.by_hand === is.by_hand ? [] : [{ was, is }]
  })
}

/** What moves onto items and off them, as the books tell it. */
export function movementsOf(settlement: Settlement): Entry[] {
  const { before, because: reason } = settlement
  return changesOf(settlement).flatMap(({ was, is }): Entry[] => {
    const change = wholeCents(is.by_rule + is.by_hand - was.by_rule - was.by_hand)
    if (change === 0) return []
    return [
      {
        event: change > 0 ? ledgerEvents.allocation : ledgerEvents.unallocation,
        customer_id: before.customer_id,
        ...itemColumns(is.item),
        // Whichever money it is: what a credit pays is taken off what gave it.
        ...columnsOf(is.money),
        reason,
        lines: allocated(change),
      },
    ]
  })
}

/** Keeps where money lies now, and what of it is kept for something. */
export async function storePlacements(
  ctx: Context,
  conn: Conn,
  settlements: readonly Settlement[],
): Promise<void> {
  const { organisation_id } = ctx.actor
  const lifted = settlements.flatMap(liftedBy)
  const rows = settlements.flatMap(putBy)
  const aside = settlements
    .map(({ before, settled }) => ({
      customer_id: before.customer_id,
      was: asideOf(before.customer_id, before.account.money),
      is: asideOf(before.customer_id, settled.money),
      // Nobody would let go of it again, and the next page would ask for it.
      isGone: before.keepsGoneMoney,
    }))
    .filter(({ was, is, isGone }) => isGone || JSON.stringify(was) !== JSON.stringify(is))
  const asideRows = aside.flatMap(({ is }) => is)
  await Promise.all([
    lifted.length > 0 ? LIFT.run(conn, lifted) : null,
    rows.length > 0 ? PUT.run(conn, JSON.stringify(rows), organisation_id) : null,
    ...(aside.length === 0
      ? []
      : [
          CLEAR_ASIDE.run(
            conn,
            aside.map(({ customer_id }) => customer_id),
          ),
          SET_ASIDE.run(conn, JSON.stringify(asideRows), organisation_id),
        ]),
  ])
}

/** The rows of piles that change: each is written anew. */
function liftedBy(settlement: Settlement): number[] {
  const changed = new Set(changesOf(settlement).map(({ is }) => `${is.money} ${is.item}`))
  return settlement.before.allocations
    .filter((row) => changed.has(`${moneyOf(row)} ${itemOf(row)}`))
    .map(({ id }) => id)
}

function putBy(settlement: Settlement): object[] {
  const { customer_id } = settlement.before
  return changesOf(settlement).flatMap(({ is }) => {
    const about = { customer_id, ...columnsOf(is.money), ...itemColumns(is.item) }
    return [
      ...rowOf({ ...about, is_manual: false }, is.by_rule),
      ...rowOf({ ...about, is_manual: true }, is.by_hand),
    ]
  })
}

const rowOf = (about: object, amount: number) =>
  amount > 0 ? [{ ...about, amount: toDecimalString(wholeCents(amount)) }] : []

function asideOf(customer_id: number, money: readonly Money[]): object[] {
  return money.flatMap(({ key, reserved, waiting, paid_back }) => {
    const about = { customer_id, ...columnsOf(key) }
    const part = (purpose: string, amount: Cents, item?: ItemKey, is_manual = false) =>
      rowOf({ ...about, purpose, is_manual, ...(item ? itemColumns(item) : {}) }, amount)
    return [
      ...reserved.flatMap(({ draft, amount, is_manual }) =>
        part('reserved', amount, draft, is_manual),
      ),
      ...part('waiting', waiting),
      ...paid_back.flatMap(({ item, amount }) => part('paid_back', amount, item)),
    ]
  })
}

const LIFT = sql<never, [ids: readonly number[]]>`
  delete from allocations where id = any($1)`.named('settle_lift')

const PUT = sql<never, [rows: string, organisation_id: number | null]>`
  insert into allocations (organisation_id, customer_id, invoice_id, adjustment_id,
    invoicepayment_id, credit_invoice_id, credit_adjustment_id, amount, is_manual)
  select $2, customer_id, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount, is_manual
  from jsonb_populate_recordset(null::allocations, $1::jsonb)`.named('settle_put')

const CLEAR_ASIDE = sql<never, [customer_ids: readonly number[]]>`
  delete from money_set_aside where customer_id = any($1)`.named('settle_clear_aside')

const SET_ASIDE = sql<never, [rows: string, organisation_id: number | null]>`
  insert into money_set_aside (organisation_id, customer_id, purpose, invoice_id, adjustment_id,
    invoicepayment_id, credit_invoice_id, credit_adjustment_id, amount, is_manual)
  select $2, customer_id, purpose, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount, is_manual
  from jsonb_populate_recordset(null::money_set_aside, $1::jsonb)`.named('settle_set_aside')
