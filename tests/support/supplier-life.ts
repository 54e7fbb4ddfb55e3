import { expect } from 'vitest'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { runJob } from './billing.ts'
import type { Client, Reply } from './client.ts'
import { owedBill } from './owed-to-suppliers.ts'
import type { SuppliedAccount } from './supplied.ts'
import { type ModelItem, type ModelMoney, type Place, SupplierModel } from './supplier-model.ts'
import type { World } from './world.ts'

const dollars = (cents: number) => (cents / 100).toFixed(2)
const because = { reason: 'It happens in a life' }
const PAID_ON = '2026-11-10'

/** What may happen, with numbers that choose among what there is. */
export interface Step {
  do: string
  at: number
  amount: number
  place: Place
}

interface SupplierOffice {
  world: World
  client: Client
  accounts: Record<'A' | 'B', SuppliedAccount>
}

/** A broker's dealings with one supplier, played against the product and the model at once. */
export class SupplierLife {
  readonly model = new SupplierModel()
  readonly #given: SupplierOffice
  #months = 0

  constructor(given: SupplierOffice) {
    this.#given = given
  }

  async play(step: Step): Promise<void> {
    const deeds: Record<string, () => Promise<void>> = {
      bill: () => this.#bill(step),
      owe: () => this.#adjust(step, 'debit'),
      give: () => this.#adjust(step, 'credit'),
      pay: () => this.#pay(step),
      'pay again': () => this.#payAgain(step),
      returned: () => this.#takeBack(step, 'returned'),
      cancel: () => this.#takeBack(step, 'cancel'),
      hold: () => this.#hold(step),
      writeoff: () => this.#writeOff(step),
      reverse: () => this.#reverse(step),
      payback: () => this.#payback(step),
      night: () => this.#night(),
    }
    await deeds[step.do]?.()
  }

  async #bill({ place, amount }: Step): Promise<void> {
    const account = this.#given.accounts[place ?? 'A']
    const first = Temporal.PlainDate.from('2025-01-01').add({ months: this.#months })
    this.#months += 1
    const last = first.add({ months: 1 }).subtract({ days: 1 })
    const day = last.add({ days: 1 }).toString()
    const owed = await owedBill(this.#given.client, account, {
      period_start: first.toString(),
      period_end: last.toString(),
      date_issued: day,
      lines: [{ name: 'Energy', quantity: '1', rate: dollars(amount) }],
    })
    // The bill says what it comes to; its sums are tested elsewhere.
    const total = Math.round(Number(owed.due_total) * 100)
    const item = this.#item({ id: owed.id, kind: 'bill', place: place ?? 'A', day, total })
    this.model.settle(item)
  }

  async #adjust({ place, amount }: Step, side: 'debit' | 'credit'): Promise<void> {
    const { supplier_id } = this.#given.accounts.A
    const day = todayOf(this.#given.world)
    const made = await this.#given.client.put('/adjustment', {
      ...{ supplier_id, side, kind: 'correction', amount: dollars(amount), ...because },
      ...(place ? { account_number_with_supplier: this.#given.accounts[place].account } : {}),
    })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    if (side === 'debit')
      return this.model.settle(this.#item({ id, kind: 'adjustment', place, day, total: amount }))
    const credit = this.#money({ id, kind: 'credit', place, day, amount, meant: null })
    credit.isOut = true
    this.model.spread(credit)
  }

  async #pay({ at, amount }: Step): Promise<void> {
    const open = this.model.items.filter((item) => this.model.owed(item) > 0)
    const item = open[at % open.length]
    if (!item) return
    const named = item.kind === 'bill' ? { bill_id: item.id } : { adjustment_id: item.id }
    const planned = { ...named, amount_incl_gst: dollars(amount), payment_date: PAID_ON }
    const made = await this.#given.client.put('/billpayment', planned)
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    await this.#given.client.post('/billpayment/approve', { id })
    const { place } = item
    const about = { id, kind: 'payment', place, day: PAID_ON, amount, meant: item } as const
    await this.#goOut(this.#money(about))
  }

  async #payAgain({ at }: Step): Promise<void> {
    const waiting = this.model.money.filter(
      (one) => one.kind === 'payment' && !one.isOut && !one.isCancelled,
    )
    const money = waiting[at % waiting.length]
    if (money) await this.#goOut(money)
  }

  async #goOut(money: ModelMoney): Promise<void> {
    const { meant: item, amount } = money
    if (!item) throw new Error('A payment is for something.')
    const owed = this.model.owed(item)
    const hasMoney = item.kind === 'bill' && this.model.on(item).length > 0
    const most = Math.max(this.model.accountOwes(item.place), hasMoney ? 0 : this.#printed(item))
    const isRight = owed > 0 && !item.isHeld && (amount <= owed || amount <= most)
    const reply = await this.#given.client.post('/billpayment/pay', { id: money.id })
    expect(reply.status, reply.text).toBe(isRight ? 200 : 476)
    if (isRight) this.model.pay(money)
  }

  /** A bill asks for all of itself, an adjustment for its rest. */
  #printed(item: ModelItem): number {
    return item.kind === 'bill' ? item.total : this.model.owed(item)
  }

  async #takeBack({ at }: Step, action: 'returned' | 'cancel'): Promise<void> {
    const out = this.model.money.filter((one) => one.kind === 'payment' && one.isOut)
    const money = out[at % out.length]
    if (!money) return
    const { amount_incl_gst, refunded_amount } = await this.#row('billpayment', money.id)
    const isTouched = refunded_amount !== '0.00'
    expect(amount_incl_gst).toBeDefined()
    const asked = { id: money.id, ...because }
    const reply = await this.#given.client.post(`/billpayment/${action}`, asked)
    expect(reply.status, reply.text).toBe(isTouched ? 476 : 200)
    if (isTouched) return
    this.model.takeBack(money)
    money.isCancelled = action === 'cancel'
  }

  async #hold({ at }: Step): Promise<void> {
    const item = this.#owedAdjustment(at)
    if (!item) return
    const action = item.isHeld ? 'release' : 'hold'
    await this.#done(`/adjustment/${action}`, { id: item.id, ...because })
    item.isHeld = !item.isHeld
    this.model.settle(item)
  }

  async #writeOff({ at }: Step): Promise<void> {
    const item = this.#owedAdjustment(at)
    if (!item) return
    const rest = this.model.owed(item)
    await this.#done('/adjustment/writeoff', { id: item.id, ...because })
    item.givenUp += rest
  }

  async #reverse({ at }: Step): Promise<void> {
    const credits = this.model.money.filter((one) => one.kind === 'credit' && !one.isCancelled)
    const debts = this.model.items.filter((one) => one.kind === 'adjustment' && !one.isCancelled)
    const all = [...credits, ...debts]
    const one = all[at % all.length]
    if (!one) return
    const isFree = 'total' in one ? this.model.on(one).length === 0 : this.#isUntouched(one)
    const asked = { id: one.id, ...because }
    const reply = await this.#given.client.post('/adjustment/reverse', asked)
    expect(reply.status, reply.text).toBe(isFree ? 200 : 476)
    if (!isFree) return
    one.isCancelled = true
    if ('isOut' in one) one.isOut = false
  }

  readonly #paidBack = new Set<ModelMoney>()
  #isUntouched(money: ModelMoney): boolean {
    return this.model.free(money) === money.amount && !this.#paidBack.has(money)
  }

  async #payback({ at, amount }: Step): Promise<void> {
    const free = this.model.money.filter((one) => this.model.free(one) > 0)
    const money = free[at % free.length]
    if (!money) return
    const part = Math.min(amount, this.model.free(money))
    const path = money.kind === 'credit' ? '/adjustment/payback' : '/billpayment/payback'
    await this.#done(path, { id: money.id, amount: dollars(part) })
    money.amount -= part
    this.#paidBack.add(money)
  }

  async #night(): Promise<void> {
    await runJob(this.#given.world, settleBillsJob)
    for (const money of this.model.money)
      if (money.kind === 'credit' && this.model.free(money) > 0) this.model.spread(money)
  }

  /** Both say the same of every document, of all our money and of the whole account. */
  async agrees(): Promise<void> {
    const rows = await this.#rows()
    for (const item of this.model.items) {
      const row = rows.of(item.kind, item.id)
      expect(row.balance, `${item.kind} ${item.id}`).toBe(dollars(this.model.owed(item)))
      const status = item.kind === 'bill' ? row.bill_status : row.adjustment_status
      expect(status, `${item.kind} ${item.id}`).toBe(this.#statusOf(item))
    }
    for (const money of this.model.money) {
      const isCredit = money.kind === 'credit'
      const row = rows.of(isCredit ? 'adjustment' : 'billpayment', money.id)
      const left = isCredit ? row.credit_left : row.unallocated_amount
      expect(left, `${money.kind} ${money.id}`).toBe(dollars(this.model.free(money)))
    }
    const id = this.#given.accounts.A.supplier_id
    const { data } = (await this.#given.client.get('/supplier/account', { id })).body
    expect(data.balance).toBe(dollars(this.model.balance()))
  }

  #statusOf(item: ModelItem): string {
    const on = this.model.on(item)
    const isConfirmed = on.length > 0 && on.every(({ money }) => money.kind === 'credit')
    if (item.kind === 'bill') {
      if (this.model.owed(item) > 0) return 'approved'
      return isConfirmed ? 'cleared' : 'paid'
    }
    if (item.isCancelled) return 'cancelled'
    if (this.model.owed(item) > 0) return 'invoiced'
    return isConfirmed ? 'paid' : 'cleared'
  }

  #owedAdjustment(at: number): ModelItem | undefined {
    const owed = this.model.items.filter(
      (item) => item.kind === 'adjustment' && this.model.owed(item) > 0,
    )
    return owed[at % owed.length]
  }

  #item(given: Omit<ModelItem, 'givenUp' | 'isHeld' | 'isCancelled'>): ModelItem {
    const item = { ...given, givenUp: 0, isHeld: false, isCancelled: false }
    this.model.items.push(item)
    return item
  }

  #money(given: Omit<ModelMoney, 'isOut' | 'isCancelled' | 'touched'>): ModelMoney {
    const money = { ...given, isOut: false, isCancelled: false, touched: new Set<ModelItem>() }
    this.model.money.push(money)
    return money
  }

  /** Every document of the supplier, in three calls. */
  async #rows() {
    const { supplier_id } = this.#given.accounts.A
    const asked = { supplier_id, limit: 200 }
    const found = new Map<string, Record<string, string>>()
    for (const name of ['bill', 'adjustment', 'billpayment'])
      for (const row of (await this.#given.client.get(`/${name}s`, asked)).body.data ?? [])
        found.set(`${name} ${row.id}`, row)
    return { of: (name: string, id: number) => found.get(`${name} ${id}`) ?? {} }
  }

  async #row(name: string, id: number): Promise<Record<string, string>> {
    return (await this.#given.client.get(`/${name}`, { id })).body.data
  }

  async #done(path: string, body: Record<string, unknown>): Promise<Reply> {
    const reply = await this.#given.client.post(path, body)
    expect(reply.status, `${path} ${reply.text}`).toBe(200)
    return reply
  }
}
