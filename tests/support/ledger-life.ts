import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client, Reply } from './client.ts'
import type { MatchedLine } from './ledger-bank-acts.ts'
import type { Billing, Life } from './ledger-commands.ts'
import { LateFees } from './ledger-fees.ts'
import { LedgerModel } from './ledger-model.ts'
import { Promises } from './ledger-promises.ts'
import { password, scope, type World } from './world.ts'

/** A draft or an approved invoice; one in another's place is there since that one was sent. */
export interface Unsent {
  id: number
  since: string | null
  /** The discount of the one before stood, by a word or with a payment. */
  granted: 'word' | number | null
}

interface Request {
  method: 'PUT' | 'POST' | 'DELETE'
  path: string
  body: Record<string, unknown>
  key: string
}

const START = Date.UTC(2026, 3, 1, 3)
const DAY_MS = 86_400_000
const initial = {
  grace: 0,
  tolerance: 0,
  needsOld: true,
  fee: 1000,
  feeGrace: 2,
  feeMinimum: 2000,
}
/** Refusals that change nothing: a field, the state, who asks. */
const refusals = [400, 403, 409, 476]

export const reason = 'Because of the model'
export const dollars = (cents: number) => (cents / 100).toFixed(2)
export const centsOf = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)

export const pick = <T>(list: readonly T[], at: number): T | undefined =>
  at < 0 ? list.at(at) : list[at % (list.length || 1)]

/** One customer of an organisation of their own, beside what the model believes of them. */
export class LedgerLife {
  readonly world: World
  readonly organisation_id: number
  readonly customer_id: number
  readonly contracts: readonly number[]
  readonly billing: Billing
  readonly model: LedgerModel
  readonly fees: LateFees
  readonly promises: Promises
  readonly warnings = ['W01', 'W02', 'W03', 'W04', 'W05']
  unsent: Unsent[] = []
  credits: number[] = []
  /** Our accounts at the bank, and lines of them that are matched. */
  readonly bank: { accounts?: readonly [number, number]; lines: MatchedLine[] } = { lines: [] }
  /** The customer may be collected from; not while somebody is to look at what the bank took back. */
  readonly debiting = { isAuthorised: false, isFrozen: false }
  /** What was asked and done, each under a key of its own. */
  done: (Request & { answer: { status: number; text: string } })[] = []
  readonly #client: Client
  readonly #username: string
  #days = 0

  constructor(world: World, username: string, ids: Ids) {
    this.world = world
    this.#username = username
    this.#client = world.guest()
    this.organisation_id = ids.organisation_id
    this.customer_id = ids.customer_id
    this.contracts = ids.contracts
    this.billing = ids.billing
    this.model = new LedgerModel(todayOf(world), initial)
    this.fees = new LateFees(this.model, (id) => this.unsent.some((one) => one.id === id))
    this.promises = new Promises(this.model)
  }

  async signIn(): Promise<void> {
    const reply = await this.#client.signIn(this.#username, password)
    expect(reply.status, reply.text).toBe(200)
  }

  wait(days: number): void {
    this.world.clock.advance(days * DAY_MS)
    this.model.wait(days)
  }

  nextDay(): string {
    this.#days += 1
    return addDays('2026-01-01', this.#days)
  }

  /** Asks for something under a key of its own; null where that is refused, and changes nothing. */
  async ask(method: Request['method'], path: string, body: Request['body']) {
    const request = { method, path, body, key: randomUUID() }
    const reply = await this.send(request)
    if (refusals.includes(reply.status)) return null
    expect(reply.status, reply.text).toBeLessThan(300)
    const answer = { status: reply.status, text: reply.text }
    if (method !== 'DELETE') this.done.push({ ...request, answer })
    return reply.body.data
  }

  send({ method, path, body, key }: Request): Promise<Reply> {
    const headers = { 'idempotency-key': key }
    if (method === 'DELETE') return this.#client.delete(path, body, headers)
    return method === 'PUT'
      ? this.#client.put(path, body, headers)
      : this.#client.post(path, body, headers)
  }

  /** Of an invoice, as somebody who opens it sees it. */
  async version(id: number): Promise<number> {
    const reply = await this.#client.get('/invoice', { id })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data.version
  }

  /** The payment that came with a line. */
  async paymentOf(line: number): Promise<number> {
    const reply = await this.#client.get('/banktransaction', { id: line })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.info.parts[0].invoicepayment_id
  }

  async set(name: string, value: unknown): Promise<void> {
    await this.world.owner.query(
      `insert into organisationconfigs (organisation_id, name, value) values ($1, $2, $3)
       on conflict (organisation_id, lower(name)) where deleted_at is null
       do update set value = excluded.value`,
      [this.organisation_id, name, JSON.stringify(value)],
    )
  }
}

interface Ids {
  organisation_id: number
  customer_id: number
  contracts: readonly number[]
  billing: Billing
}

let lives = 0

/** Settings and nights concern the whole organisation: every life has one to itself. */
export async function beginLife(
  world: World,
  { billing, contracts: terms }: Pick<Life, 'billing' | 'contracts'>,
): Promise<LedgerLife> {
  lives += 1
  const username = `life${lives}`
  world.clock.advance(START - world.clock.now().getTime())
  const { owner } = world
  await owner.query('update organisations set is_active = false')
  const one = async (text: string, values: unknown[]) =>
    Number((await owner.query<{ id: string }>(text, values)).rows[0]?.id)
  const organisation_id = await one(
    `insert into organisations (name, is_active, gst_number)
     values ($1, true, '49091850') returning id`,
    [`Life ${lives}`],
  )
  await scope(owner, organisation_id)
  const user = await one(
    `insert into users (username, email, firstname, lastname, password_hash, confirmed_at,
       terms_agreed)
     select $1, $1 || '@example.co.nz', 'Life', 'Test', password_hash, now(), true
     from users where username = 'admin' returning id`,
    [username],
  )
  await owner.query(
    `insert into memberships (organisation_id, user_id, role_name) values ($1, $2, 'admin')`,
    [organisation_id, user],
  )
  const customer_id = await one(
    `insert into customers (organisation_id, name, charge_late_fee, simple_invoicing)
     values ($1, 'Model', true, $2) returning id`,
    [organisation_id, billing !== 'standard'],
  )
  const supplier = await one(
    `insert into suppliers (organisation_id, name) values ($1, 'Supplier') returning id`,
    [organisation_id],
  )
  const contracts: number[] = []
  for (const rule of terms)
    contracts.push(
      await one(
        `insert into contracts (organisation_id, contract_number, contract_status, customer_id,
           supplier_id, account_number_with_supplier, date_start, gst_percent, discount_percent, service_fee_percent, due_date_type,
           due_date_value_offset, due_date_value_fixed)
         values ($1, $2, 'active', $3, $9, $2, '2025-01-01', 15, $4, $5, $6, $7, $8) returning id`,
        [
          ...[organisation_id, `K-${contracts.length + 1}`, customer_id, rule.discount_percent],
          ...[rule.service_fee_percent, rule.due_date_type, rule.due_date_value_offset],
          ...[rule.due_date_value_fixed, supplier],
        ],
      ),
    )
  await bringContracts(world, organisation_id, contracts)
  const life = new LedgerLife(world, username, { organisation_id, customer_id, contracts, billing })
  if (billing !== 'standard') await life.set('split_collection', billing)
  await life.signIn()
  return life
}

// Two who share what they brought, each by a rate of their own.
const BROUGHT = `
  with p as (insert into partners (organisation_id, name, is_active, partner_rate_unit,
      partner_rate_standard, partner_rate_simple)
    values ($1, 'First', true, 'percent', 10, 10), ($1, 'Second', true, 'percent', 8, 8)
    returning id, name)
  insert into contractpartners (organisation_id, contract_id, partner_id, share_percent,
    valid_from_date)
  select $1, k, p.id, case p.name when 'First' then 60 else 40 end, '2025-01-01'
  from p cross join unnest($2::bigint[]) k`

/** Partners earn on what the customer pays: whatever is done, they have what invoices give. */
async function bringContracts(
  { owner }: World,
  organisation_id: number,
  contracts: readonly number[],
): Promise<void> {
  await owner.query(BROUGHT, [organisation_id, contracts])
}
