import { expect } from 'vitest'
import { formatBankAccount, makeBankAccount } from '#domain/kit/bank-account.ts'
import { newCustomer, sentInvoice } from './billing.ts'
import type { Debiting } from './debiting.ts'

/** What tests of direct debits do over and over, by calls and by looking into the tables. */
export function debitStories(office: Debiting) {
  const { world, double } = office
  const organisation_id = world.organisations[0]

  const ask = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await world.owner.query(text, values)).rows

  /** A customer whose authority was given by phone, and their page. */
  async function collected(page: Record<string, unknown>, given: Record<string, unknown> = {}) {
    const { id: customer } = await newCustomer(office.user, given)
    const mandate = await office.authorise(customer)
    const invoice: number = (await sentInvoice(office.accounting, customer, page)).id
    await office.work()
    const [debit] = await office.debitsOf(customer)
    return { customer, mandate, invoice, debit: debit?.id ?? 0 }
  }

  return {
    ask,
    collected,

    /** The same with the debit called off, so that another may be asked for. */
    async open(page: Record<string, unknown>, given: Record<string, unknown> = {}) {
      const { customer, mandate, invoice, debit: id } = await collected(page, given)
      const asked = { id, reason: 'They asked' }
      const stop = await office.accounting.post('/invoicepayment/cancel', asked)
      expect(stop.status, stop.text).toBe(200)
      await office.work()
      return { customer_id: customer, invoice_id: invoice, mandate }
    },

    async set(name: string, value: unknown): Promise<void> {
      await world.owner.query(
        `insert into organisationconfigs (organisation_id, name, value) values ($1, $2, $3)
         on conflict (organisation_id, lower(name)) where deleted_at is null
         do update set value = excluded.value`,
        [organisation_id, name, JSON.stringify(value)],
      )
    },

    /** The provider's name for a debit, or for an authority. */
    async paymentOf(debit: number): Promise<string> {
      const found = 'select provider_payment_id as id from invoicepayments where id = $1'
      return (await ask<{ id: string }>(found, [debit]))[0]?.id ?? ''
    },
    async mandateOf(mandate: number): Promise<string> {
      const found = 'select provider_mandate_id as id from mandates where id = $1'
      return (await ask<{ id: string }>(found, [mandate]))[0]?.id ?? ''
    },

    invoice: async (id: number) => (await office.accounting.get('/invoice', { id })).body.data,
    customer: async (id: number) => (await office.accounting.get('/customer', { id })).body.data,
    mandate: async (id: number) => (await office.accounting.get('/mandate', { id })).body.data,
    mandatesOf: async (customer_id: number) =>
      (await office.accounting.get('/mandates', { customer_id, order: 'id' })).body.data,

    /** What was written to a customer about direct debit, by template. */
    async told(customer_id: number): Promise<string[]> {
      const text = `select unique_key from messages where customer_id = $1 and kind = 'direct_debit'
        order by id`
      const found = await ask<{ unique_key: string }>(text, [customer_id])
      return found.map(
        ({ unique_key }) => unique_key.replace(/^direct debit /, '').split(' ')[0] ?? '',
      )
    },
    async tasks(like: string): Promise<string[]> {
      const text = `select subject from tasks where subject like $1 and task_status = 'open'
        order by id`
      return (await ask<{ subject: string }>(text, [like])).map(({ subject }) => subject)
    },

    /** 1010 is what the provider has of ours, to the cent. */
    async holdsWhatTheProviderHolds(): Promise<void> {
      const sum = `select coalesce(sum(amount), 0)::text as amount from accounttransactions
        where account = 1010`
      const [ours] = await ask<{ amount: string }>(sum)
      expect(Math.round(Number(ours?.amount) * 100)).toBe((await double.balance()).balance)
    },

    /** What somebody said on the phone. */
    byPhone: (customer_id: number, more: object = {}) => ({
      customer_id,
      source: 'phone',
      bank_account_number: formatBankAccount(makeBankAccount('12', '3113')),
      account_holder: 'M Hapi',
      consent: {
        text_version: 'nz-2026-1',
        at: world.clock.now().toISOString(),
        script_read: true,
      },
      ...more,
    }),
  }
}

export type DebitStories = ReturnType<typeof debitStories>
