import type { ItemKey, Money, Placement } from '#domain/books/account.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import type { Settled } from '#domain/books/place-money.ts'
import { allocated } from '#domain/books/postings.ts'
import { type Cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { CustomerAccount } from './customer-account.ts'
import type { Entry } from './ledger.ts'
import { columnsOf, itemColumns } from './money-keys.ts'

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

function changesOf(before: CustomerAccount, settled: Settled): Change[] {
  const [had, has] = [pilesOf(before.account.placements), pilesOf(settled.placements)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const { money, item } = (has.get(key) ?? had.get(key)) as Pile
    const none: Pile = { money, item, by_rule: 0, by_hand: 0 }
    const [was, is] = [had.get(key) ?? none, has.get(key) ?? none]
    return was.by_rule === is.by_rule && was.by_hand === is.by_hand ? [] : [{ was, is }]
  })
}

/** What moves onto items and off them, as the books tell it. */
export function movementsOf(before: CustomerAccount, settled: Settled, reason: string): Entry[] {
  return changesOf(before, settled).flatMap(({ was, is }): Entry[] => {
    const change = wholeCents(is.by_rule + is.by_hand - was.by_rule - was.by_hand)
    if (change === 0) return []
    return [
      {
        event: change > 0 ? ledgerEvents.allocation : ledgerEvents.unallocation,
        customer_id: before.customer_id,
        ...itemColumns(is.item),
        invoicepayment_id: columnsOf(is.money).invoicepayment_id,
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
  before: CustomerAccount,
  settled: Settled,
): Promise<void> {
  const { customer_id } = before
  const { organisation_id } = ctx.actor
  const changes = changesOf(before, settled)
  const about = changes.map(({ is }) => ({ ...columnsOf(is.money), ...itemColumns(is.item) }))
  const rows = changes.flatMap(({ is }, place) => [
    ...rowOf({ ...about[place], is_manual: false }, is.by_rule),
    ...rowOf({ ...about[place], is_manual: true }, is.by_hand),
  ])
  const [wasAside, isAside] = [asideOf(before.account.money), asideOf(settled.money)]
  await Promise.all([
    changes.length > 0 ? LIFT.run(conn, JSON.stringify(about), customer_id) : null,
    rows.length > 0 ? PUT.run(conn, JSON.stringify(rows), organisation_id, customer_id) : null,
    ...(wasAside === isAside
      ? []
      : [
          CLEAR_ASIDE.run(conn, customer_id),
          SET_ASIDE.run(conn, isAside, organisation_id, customer_id),
        ]),
  ])
}

const rowOf = (about: object, amount: number) =>
  amount > 0 ? [{ ...about, amount: toDecimalString(wholeCents(amount)) }] : []

function asideOf(money: readonly Money[]): string {
  const rows = money.flatMap(({ key, reserved, waiting, paid_back }) => {
    const part = (purpose: string, amount: Cents, item?: ItemKey) =>
      rowOf({ ...columnsOf(key), purpose, ...(item ? itemColumns(item) : {}) }, amount)
    return [
      ...reserved.flatMap(({ draft, amount }) => part('reserved', amount, draft)),
      ...part('waiting', waiting),
      ...paid_back.flatMap(({ item, amount }) => part('paid_back', amount, item)),
    ]
  })
  return JSON.stringify(rows)
}

const LIFT = sql<never, [piles: string, customer_id: number]>`
  delete from allocations a using jsonb_to_recordset($1::jsonb)
    x (invoice_id bigint, adjustment_id bigint, invoicepayment_id bigint, credit_invoice_id bigint,
      credit_adjustment_id bigint)
  where a.customer_id = $2 and a.invoice_id is not distinct from x.invoice_id
    and a.adjustment_id is not distinct from x.adjustment_id
    and a.invoicepayment_id is not distinct from x.invoicepayment_id
    and a.credit_invoice_id is not distinct from x.credit_invoice_id
    and a.credit_adjustment_id is not distinct from x.credit_adjustment_id`.named('settle_lift')

const PUT = sql<never, [rows: string, organisation_id: number | null, customer_id: number]>`
  insert into allocations (organisation_id, customer_id, invoice_id, adjustment_id,
    invoicepayment_id, credit_invoice_id, credit_adjustment_id, amount, is_manual)
  select $2, $3, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount, is_manual
  from jsonb_populate_recordset(null::allocations, $1::jsonb)`.named('settle_put')

const CLEAR_ASIDE = sql<never, [customer_id: number]>`
  delete from money_set_aside where customer_id = $1`.named('settle_clear_aside')

const SET_ASIDE = sql<never, [rows: string, organisation_id: number | null, customer_id: number]>`
  insert into money_set_aside (organisation_id, customer_id, purpose, invoice_id, adjustment_id,
    invoicepayment_id, credit_invoice_id, credit_adjustment_id, amount)
  select $2, $3, purpose, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount
  from jsonb_populate_recordset(null::money_set_aside, $1::jsonb)`.named('settle_set_aside')
