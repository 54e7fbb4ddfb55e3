import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { wholeCents } from '#domain/kit/money.ts'
import { AccountLife } from '#tests/support/account-life.ts'
import { LedgerModel } from '#tests/support/ledger-model.ts'
import type { OwedPage } from '#tests/support/ledger-rules.ts'
import type { ItemKey, MoneyKey } from './account.ts'
import { keptFor, keptNoMore, paidBack, takenOff } from './account-changes.ts'

// The rules that place money, held against the model that shares no code with them.
declare const process: { env: Record<string, string | undefined> }
const lives = process.env.HEAVY ? 20_000 : 1500
const START = '2026-04-01'

const at = fc.nat(5)
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      amount: fc.integer({ min: 1, max: 60_000 }),
      stake: fc.constantFrom(0, 500, 4000),
      due: fc.nat(25),
      tolerance: fc.constantFrom(0, 0, 50),
      needsOld: fc.boolean(),
      draft: fc.option(at, { freq: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      how: fc.constantFrom('page', 'late page', 'any'),
      amount: fc.integer({ min: 1, max: 70_000 }),
      isNamed: fc.boolean(),
      at,
      daysAgo: fc.nat(12),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    do: fc.constantFrom('refund' as const, 'take off' as const, 'put' as const),
    at,
    to: at,
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    do: fc.constantFrom(
      ...(['hold', 'grant', 'give up', 'cancel', 'void', 'redo', 'delete draft'] as const),
    ),
    at,
  }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const pick = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % (list.length || 1)]
const itemKey = (id: number): ItemKey => `i${id}`
const moneyKey = (id: number): MoneyKey => `p${id}`
const idOf = (key: ItemKey | MoneyKey) => Number(key.slice(1))
const noFees = { fee: 0, feeGrace: 0, feeMinimum: 0 }

/** The same thing done to both. */
class TwoLives {
  readonly life = new AccountLife(START)
  readonly model = new LedgerModel(START, { grace: 0, tolerance: 0, needsOld: true, ...noFees })
  drafts: { id: number; since: string }[] = []
  #drafts = 1000

  act(one: Command): void {
    const { life, model } = this
    if (one.do === 'wait') {
      life.wait(one.days)
      model.wait(one.days)
      return
    }
    if (one.do === 'send') {
      this.#send(one)
      return
    }
    const item = pick(model.invoices, one.at)
    const purse = pick(model.money, one.at)
    if (one.do === 'pay') {
      const [inTime, late = inTime] = item?.page.asked ?? []
      const amount = { page: inTime, 'late page': late, any: one.amount }[one.how] ?? one.amount
      const date = addDays(model.today, -one.daysAgo)
      const names = one.isNamed && item ? item.id : null
      const id = idOf(life.pay(amount, date, names === null ? null : itemKey(names)))
      model.receive({ id, kind: 'payment', date, received: amount, names })
    } else if (one.do === 'delete draft') {
      const draft = pick(this.drafts, one.at)
      if (!draft) return
      this.drafts = this.drafts.filter((other) => other !== draft)
      life.settle({}, keptNoMore(itemKey(draft.id)))
      model.giveUp(draft.id)
    } else if (one.do === 'void') {
      if (!purse) return
      life.without(moneyKey(purse.id))
      model.cancelPayment(purse)
    } else if (one.do === 'refund' || one.do === 'take off') {
      const lies = [...new Set(model.lumps.filter((l) => l.purse === purse).map((l) => l.invoice))]
      const to = pick(lies, one.to)
      if (!purse || !to) return
      if (one.do === 'take off') {
        life.settle({}, takenOff(moneyKey(purse.id), itemKey(to.id)))
        model.unallocate(purse, to)
        return
      }
      const there = model.lumps.filter((l) => l.purse === purse && l.invoice === to)
      const most = model.unallocated(purse) + there.reduce((sum, l) => sum + l.amount, 0)
      const amount = wholeCents(Math.ceil((most * one.share) / 100))
      const isCredit = amount <= model.unallocated(purse)
      life.settle({}, paidBack(moneyKey(purse.id), amount, isCredit ? null : itemKey(to.id)))
      model.refund(purse, amount, to)
    } else if (one.do === 'put') {
      const to = pick(model.invoices, one.to)
      if (!purse || !to) return
      const byRule = model.lumps.filter((l) => !l.byHand)
      const sum = (list: { amount: number }[]) => list.reduce((all, l) => all + l.amount, 0)
      const most = Math.min(
        model.unallocated(purse) + sum(byRule.filter((l) => l.purse === purse)),
        model.balance(to) + sum(byRule.filter((l) => l.invoice === to)),
      )
      const amount = wholeCents(Math.ceil((most * one.share) / 100))
      if (amount <= 0) return
      life.settle({ by_hand: { money: moneyKey(purse.id), item: itemKey(to.id), amount } })
      model.allocate(purse, to, amount)
    } else if (item) this.#about(one, item)
  }

  #about(one: Extract<Command, { at: number }>, item: OwedPage): void {
    const { life, model } = this
    const key = itemKey(item.id)
    if (one.do === 'hold') {
      if (item.heldSince) {
        model.release(item)
        const dates = { due_date: item.due, in_time_until: item.discountUntil }
        life.change(key, { is_held: false, ...dates })
      } else {
        model.hold(item)
        life.change(key, { is_held: true, in_time_until: model.lastDay(item) })
      }
    } else if (one.do === 'grant') {
      if (item.granted) model.revoke(item)
      else model.grant(item, 'word')
      life.change(key, { ppd_granted: item.granted !== null })
    } else if (one.do === 'give up') {
      const rest = life.balance(key)
      model.writeOff(item)
      const written_off = wholeCents(life.item(key).written_off + rest)
      life.change(key, { written_off, ppd_granted: item.granted !== null })
    } else if (one.do === 'cancel') {
      life.without(key)
      model.cancelInvoice(item.id)
    } else if (one.do === 'redo') {
      this.#drafts += 1
      const draft = this.#drafts
      this.drafts.push({ id: draft, since: item.since })
      life.account = keptFor(itemKey(draft), key)(life.account)
      life.account = {
        ...life.account,
        money: life.account.money.map((money) =>
          money.names === key ? { ...money, names: itemKey(draft) } : money,
        ),
      }
      life.without(key)
      model.redo(item.id, draft)
    }
  }

  #send(one: Extract<Command, { do: 'send' }>): void {
    const { life, model } = this
    const draft = one.draft === null ? undefined : pick(this.drafts, one.draft)
    this.drafts = this.drafts.filter((other) => other !== draft)
    const due = addDays(model.today, one.due)
    const carried = model.toCarry()
    const key = life.send({
      discounted: one.amount,
      undiscounted: one.amount + one.stake,
      due,
      tolerance: one.tolerance,
      old_items_first: one.needsOld,
      ...(draft && { key: itemKey(draft.id), since: draft.since }),
    })
    const { page } = life.item(key)
    expect(page?.carried).toEqual(carried.map(({ id, printed }) => ({ key: itemKey(id), printed })))
    model.terms = { grace: 0, tolerance: one.tolerance, needsOld: one.needsOld, ...noFees }
    model.send({
      ...{ id: idOf(key), due, discountUntil: due, granted: null, inTime: one.amount },
      later: one.amount + one.stake,
      since: draft?.since ?? model.today,
      page: { carried, asked: (page?.asked ?? []).filter((amount) => amount > 0) },
    })
  }

  compare(): void {
    const { life, model } = this
    const believed = {
      outcomes: model.invoices.map((item) => [
        itemKey(item.id),
        model.discount(item),
        model.balance(item),
        item.writtenOff.reduce((sum, part) => sum + part.amount, 0),
      ]),
      credit: model.credit(),
      lies: summed(
        model.lumps.map(({ purse, invoice, amount, byHand }) => ({
          at: `p${purse.id} i${invoice.id} ${byHand}`,
          amount,
        })),
      ),
    }
    const { outcomes, credit, account } = life
    expect({
      outcomes: [...outcomes].map(([key, { ppd, balance, written_off }]) => [
        ...[key, ppd, balance, written_off],
      ]),
      credit,
      lies: summed(
        account.placements.map(({ money, item, amount, is_manual }) => ({
          at: `${money} ${item} ${is_manual}`,
          amount,
        })),
      ),
    }).toEqual(believed)
  }
}

function summed(parts: { at: string; amount: number }[]): string[] {
  return [...Map.groupBy(parts, ({ at: place }) => place)]
    .map(([place, group]) => `${place} ${group.reduce((sum, part) => sum + part.amount, 0)}`)
    .sort()
}

// Shows: R15
test('money lies where the product documents put it, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30, size: 'medium' }), (list) => {
      const lives = new TwoLives()
      for (const one of list) {
        lives.act(one)
        lives.compare()
      }
    }),
    { numRuns: lives },
  )
}, 300_000)
