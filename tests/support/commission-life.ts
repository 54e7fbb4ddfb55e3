import { expect } from 'vitest'
import { booksHold } from './billing.ts'
import type { Client } from './client.ts'
import { type Part, shouldHave } from './commission-oracle.ts'
import { type commissionOffice, inTime } from './commissioned.ts'
import { StatementBook } from './statement-book.ts'
import { everyWarning } from './supplied.ts'
import { password, scope, type World } from './world.ts'

type Office = Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The day was played so' }
const DAY_MS = 86_400_000

/** What may happen; each is done to one of two invoices, or to one of two partners. */
export const doings = [
  ...(['clear', 'charge back', 'refund', 'redo', 'send invoice', 'end', 'restore'] as const),
  ...(['state', 'cancel statement', 'pay statement', 'return', 'tax invoice'] as const),
]
export interface Doing {
  do: (typeof doings)[number]
  at: 0 | 1
}

/** A contract of two partners, 60 to 40, with an invoice of April and one of May. */
export class CommissionLife {
  readonly #world: World
  readonly #office: Office
  readonly #books: readonly [StatementBook, StatementBook]
  readonly #parts: readonly Part[]
  readonly #contract: { id: number; customer_id: number }
  readonly #invoices: [number, number]
  readonly #payments: [number, number] = [0, 0]

  private constructor(
    world: World,
    office: Office,
    parts: readonly [Part, Part],
    contract: { id: number; customer_id: number },
    invoices: [number, number],
  ) {
    this.#world = world
    this.#office = office
    this.#parts = parts
    this.#contract = contract
    this.#invoices = invoices
    this.#books = [
      new StatementBook({ isAgreed: true, withholding: 0n }),
      new StatementBook({ isAgreed: false, withholding: 20n }),
    ]
  }

  static async begin(world: World, office: Office): Promise<CommissionLife> {
    const rates = { signup_commission_unit: 'fixed', signup_commission_residential: '150.00' }
    const taxed = { gst_registered: true, gst_number: '35-901-981', email: 'p@example.co.nz' }
    const first = await office.newPartner({
      ...{ ...rates, ...taxed, partner_rate_standard: '10', bcti_agreed_on: '2026-01-01' },
    })
    const second = await office.newPartner({
      ...{ ...rates, ...taxed, partner_rate_standard: '80', withholding_percent: '20' },
    })
    const contract = await office.brought({ partner_id: first })
    const parts: [Part, Part] = [
      { partner_id: first, share: 60n, rate: 10n, signup: 15000n },
      { partner_id: second, share: 40n, rate: 80n, signup: 15000n },
    ]
    const partners = parts.map(({ partner_id, share }) => ({
      ...{ partner_id, share_percent: `${share}` },
    }))
    const set = { contract_id: contract.id, valid_from_date: '2026-01-01', partners }
    expect((await office.accounting.put('/contractpartner', set)).status).toBe(201)
    const invoices = [await office.billed(contract), await office.billed(contract, 5)] as const
    return new CommissionLife(world, office, parts, contract, [...invoices])
  }

  /** Does it; false where it was refused, and then nothing changed. */
  async play({ do: what, at }: Doing): Promise<boolean> {
    const { accounting, manager } = this.#office
    const { id, customer_id } = this.#contract
    const invoice_id = this.#invoices[at]
    const payment = { id: this.#payments[at], ...because }
    switch (what) {
      case 'clear': {
        const invoice = (await accounting.get('/invoice', { id: invoice_id })).body.data
        if (invoice.invoice_status !== 'invoiced' || this.#payments[at] > 0) return false
        const amount = { amount_incl_gst: inTime, payment_date: '2026-11-02' }
        const made = { customer_id, invoice_id, ...amount }
        const reply = await accounting.put('/invoicepayment', made)
        expect(reply.status, reply.text).toBe(201)
        this.#payments[at] = reply.body.data.id
        return true
      }
      case 'charge back':
        return this.#moneyBack(at, accounting, '/invoicepayment/cancel', payment)
      case 'refund': {
        const given = { ...payment, invoice_outcome: 'reopened' }
        return this.#moneyBack(at, manager, '/invoicepayment/refund', given)
      }
      case 'redo': {
        const made = await this.#asked(manager, '/invoice/redo', { id: invoice_id, ...because })
        if (made) this.#invoices[at] = Number(made.id)
        return Boolean(made)
      }
      case 'send invoice': {
        const sent = { id: invoice_id, send: true, posted: true, acknowledge: everyWarning }
        return Boolean(await this.#asked(manager, '/invoice/approve', sent))
      }
      case 'end': {
        const given = { id, date_end: '2026-05-31', ...because }
        return Boolean(await this.#asked(manager, '/contract/cancel', given))
      }
      case 'restore': {
        const given = { id, date_end: '2027-12-31', ...because }
        return Boolean(await this.#asked(manager, '/contract/restore', given))
      }
      default:
        return this.#state(what, at)
    }
  }

  async #moneyBack(at: 0 | 1, client: Client, path: string, given: { id: number }) {
    if (given.id === 0) return false
    const done = Boolean(await this.#asked(client, path, given))
    if (done) this.#payments[at] = 0
    return done
  }

  async #state(what: Doing['do'], at: 0 | 1): Promise<boolean> {
    const { accounting, manager } = this.#office
    const book = this.#books[at]
    if (what === 'state') {
      this.#world.clock.advance(DAY_MS)
      for (const who of ['user', 'accounting', 'manager'] as const)
        await (this.#office[who] as Client).signIn(who, password)
      const { partner_id } = this.#parts[at] as Part
      const sent = await this.#asked(manager, '/partner/commission/send', { id: partner_id })
      if (sent) expect(sent).toMatchObject(book.send(Number(sent.id), await this.#earned(at)))
      return Boolean(sent)
    }
    const chosen = book.choose(what)
    if (chosen === null) return false
    const { path, role, change } = chosen
    const day = this.#world.clock.now()
    const given = {
      'tax invoice': { tax_invoice_number: 'T', tax_invoice_date: dayOf(day) },
      'pay statement': {},
    }[what as string] ?? { ...because }
    const client = role === 'manager' ? manager : accounting
    const isDone = Boolean(await this.#asked(client, path, { id: chosen.id, ...given }))
    expect(isDone, `${what} ${chosen.id}`).toBe(true)
    change()
    return true
  }

  /** What is refused is not possible now; money that lies on no invoice opens none again. */
  async #asked(client: Client, path: string, body: object) {
    const reply = await client.post(path, body)
    const isOnNone = reply.status === 400 && reply.body.errors?.[0]?.field === 'invoice_id'
    if (reply.status === 476 || isOnNone) return null
    expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body.data as { id: number }
  }

  async #earned(at: 0 | 1): Promise<bigint> {
    const { id, customer_id } = this.#contract
    const { accounting } = this.#office
    const contract = (await accounting.get('/contract', { id })).body.data
    const invoices = (await accounting.get('/invoices', { customer_id })).body.data
    const [first = 0n, second = 0n] = shouldHave(contract, invoices, this.#parts).values()
    return at === 0 ? first : second
  }

  /** The books and both partners' accounts are what the model says. */
  async agrees(): Promise<void> {
    await booksHold(this.#world, this.#contract.customer_id)
    await scope(this.#world.owner, this.#world.organisations[0])
    for (const at of [0, 1] as const) {
      const { rows } = await this.#world.owner.query<{ account: number; cents: string }>(
        `select account, (-sum(amount) * 100)::bigint::text as cents from accounttransactions
         where partner_id = $1 and account in (2400, 2420) group by account`,
        [this.#parts[at]?.partner_id],
      )
      const on = (account: number) =>
        BigInt(rows.find((row) => row.account === account)?.cents ?? '0')
      const earned = await this.#earned(at)
      const believed = this.#books[at].accounts(earned)
      expect({ owed: on(2400), withheld: on(2420) }).toEqual(believed)
    }
  }
}

const dayOf = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('Pacific/Auckland')
    .toPlainDate()
    .toString()
