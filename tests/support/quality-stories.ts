import { expect } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'
import { meter } from '#domain/meters/meter.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { seal } from '#server/kit/rows/seal.ts'
import { sentInvoice } from './billing.ts'
import type { Client } from './client.ts'
import { contractOffice } from './contracts.ts'
import { makeRow } from './fitting.ts'
import { reading } from './metered.ts'
import { scope, type World } from './world.ts'

/** Rows that break a rule, and what mends them. */
interface QualityStory {
  ids: number[]
  mend: () => Promise<unknown>
}

const located = { latitude: '-36.8', longitude: '174.7', location_source: 'manual' }
const nowhere = { latitude: null, longitude: null, location_source: null }

let sequence = 0
const next = () => {
  sequence += 1
  return sequence
}

/** A case of each rule of data quality, as it comes about: forms refuse most, older data has them. */
export async function qualityStories(
  world: World,
): Promise<Record<string, () => Promise<QualityStory>>> {
  const admin = await world.as('admin')
  const office = await contractOffice(world)
  const { set, run } = rowsOf(world)
  const person = (given: object = {}) => livingCustomer(admin, set, given)
  const sealed = (number: string) => seal(world.config.secrets.fields, number)
  const changed =
    (values: object, mended: object, given: object = {}) =>
    async () => {
      const id = await person(given)
      await set('customers', id, values)
      return { ids: [id], mend: () => set('customers', id, mended) }
    }
  const ofTwo = (value: () => object, other: () => object) => async () => {
    const ids = [await person(), await person()]
    const same = value()
    for (const id of ids) await set('customers', id, same)
    return { ids, mend: () => set('customers', ids[1] ?? 0, other()) }
  }
  const agreed = (given: object, mend: (id: number) => Promise<unknown>) => async () => {
    office.nextIcp()
    const row = await office.active({ customer_id: await person(), ...given })
    return { ids: [row.id], mend: () => mend(row.id) }
  }
  const account = () => makeBankAccount('01', '0902', 20_000 + next())
  return {
    no_way_to_send_invoices: changed(
      { email: null, email_primary: null, email_invoice: null, invoice_recipients: '{}' },
      { receive_mail_invoices: true, street: '1 Quay Street', city: 'Auckland' },
    ),
    address_came_back: async () => {
      const email = `dead${next()}@example.co.nz`
      const id = await person({ email: 'alive@example.co.nz', email_other: email })
      await run(`insert into messageblacklists (organisation_id, contact, type, blocks, source)
        values (scope_organisation(), '${email}', 'email', 'everything', 'bounce')`)
      const mend = () => run(`update messageblacklists set deleted_at = now()`)
      return { ids: [id], mend }
    },
    gst_number_fails_its_check: changed(
      { gst_number: '49091851' },
      { gst_number: makeGstNumber(4_909_185) },
    ),
    nzbn_fails_its_check: changed({ nzbn: '9429000000001' }, { nzbn: makeNzbn('942900000077') }),
    bank_account_fails_its_check: changed(
      { bank_account_number: sealed('0109020068388000') },
      { bank_account_number: sealed(account()) },
    ),
    nzbn_of_two_customers: ofTwo(
      () => ({ nzbn: makeNzbn('942900000011') }),
      () => ({ nzbn: makeNzbn('942900000012') }),
    ),
    // Sealed anew for each, so that nothing but the number is the same.
    bank_account_of_two_customers: async () => {
      const ids = [await person(), await person()]
      const number = account()
      for (const id of ids) await set('customers', id, { bank_account_number: sealed(number) })
      const other = { bank_account_number: sealed(account()) }
      return { ids, mend: () => set('customers', ids[1] ?? 0, other) }
    },
    // One has it as their landline, the other as their first contact's; somebody who speaks for a
    // third one, and for as many as they like, is no double of them.
    phone_of_two_customers: async () => {
      const ids = [await person(), await person()]
      await set('customers', ids[0] ?? 0, { landline: '+6491234567' })
      await set('customers', ids[1] ?? 0, { phone_primary: '+6491234567' })
      await set('customers', await person(), { phone_authorised: '+6491234567' })
      return { ids, mend: () => set('customers', ids[1] ?? 0, { customer_status: 'closed' }) }
    },
    // One is written to there, the other's invoices go there.
    email_of_two_customers: async () => {
      const ids = [await person(), await person()]
      const email = `both${next()}@example.co.nz`
      await set('customers', ids[0] ?? 0, { email_other: email })
      const invoice_recipients = `{one@example.co.nz,${email.toUpperCase()}}`
      await set('customers', ids[1] ?? 0, { invoice_recipients })
      return { ids, mend: () => set('customers', ids[1] ?? 0, { invoice_recipients: '{}' }) }
    },
    not_located: changed(nowhere, located),
    gst_registered_without_number: changed(
      { gst_registered: true, gst_number: null },
      { gst_registered: false },
    ),
    old_credit: async () => {
      const id = await person()
      await paid(admin, id, '2026-03-11', '50.00')
      // Just 90 days are not more than that.
      await paid(admin, await person(), '2026-03-12', '50.00')
      // A newer credit does not make the old one younger.
      await paid(admin, id, '2026-06-01', '20.00')
      return { ids: [id], mend: () => sentInvoice(admin, id) }
    },
    medical_without_second_contact: changed(
      { required_for_medical: true, name_authorised: null, contact_primary: null },
      { name_authorised: 'Aroha Ngata', phone_authorised: '+64215550000' },
    ),
    contract_without_rate: agreed({}, (id) =>
      run(`insert into rates (organisation_id, contract_id, rate_name, rate_type, rate_amount,
        rate_unit, valid_from_date)
        values (scope_organisation(), ${id}, 'Energy', 'variable', 0.2, 'kWh', '2025-04-01')`),
    ),
    contract_without_connection: agreed({ connections: [] }, (id) =>
      set('contracts', id, { connections: `{${makeIcp(5_000_000 + next(), 'UN')}}` }),
    ),
    contract_without_supplier_account: agreed({ account_number_with_supplier: null }, (id) =>
      set('contracts', id, { account_number_with_supplier: '4711' }),
    ),
    connection_without_meter: agreed({}, async (id) => {
      const { connections, customer_id } = (await admin.get('/contract', { id })).body.data
      const box = await makeRow(admin, meter, { customer_id, icp_number: connections[0] })
      await reading(admin, box.id, '2026-06-01', '10')
    }),
    icp_fails_its_check: async () => {
      const icp = makeIcp(6_000_000 + next(), 'UN')
      const box = await makeRow(admin, meter, { customer_id: await person(), icp_number: icp })
      await reading(admin, box.id, '2026-06-01', '10')
      await set('meters', box.id, { icp_number: `${icp.slice(0, 14)}${icp.endsWith('0') ? 1 : 0}` })
      return { ids: [box.id], mend: () => set('meters', box.id, { icp_number: icp }) }
    },
    // 91 days ago, with the change of the clock between; a guess since then does not count.
    no_actual_reading: async () => {
      const icp_number = makeIcp(6_500_000 + next(), 'UN')
      const given = { customer_id: await person(), icp_number, date_installed: '2025-01-01' }
      const box = await makeRow(admin, meter, given)
      await reading(admin, box.id, '2026-03-11', '10')
      const other = { ...given, icp_number: makeIcp(6_700_000 + next(), 'UN') }
      await reading(admin, (await makeRow(admin, meter, other)).id, '2026-03-12', '10')
      await reading(admin, box.id, '2026-05-31', '90', 'estimate')
      return { ids: [box.id], mend: () => reading(admin, box.id, '2026-06-10', '100') }
    },
    supplier_without_bank_account: async () => {
      const { id } = await makeRow(admin, supplier, { is_active: true })
      await set('suppliers', id, { bank_account_number: null, supplier_direct_debit: false })
      return { ids: [id], mend: () => set('suppliers', id, { supplier_direct_debit: true }) }
    },
    suppliers_bank_account_fails_its_check: async () => {
      const { id } = await makeRow(admin, supplier, { is_active: true })
      await set('suppliers', id, { bank_account_number: '0109020068388000' })
      const mended = { bank_account_number: account() }
      return { ids: [id], mend: () => set('suppliers', id, mended) }
    },
  }
}

type SetColumns = (table: string, id: number, values: object) => Promise<unknown>

function rowsOf(world: World) {
  const run = async (text: string, values: unknown[] = []) => {
    await scope(world.owner, world.organisations[0])
    return world.owner.query(text, values)
  }
  const set: SetColumns = (table, id, values) => {
    const names = Object.keys(values).map((name, place) => `${name} = $${place + 2}`)
    return run(`update ${table} set ${names.join(', ')} where id = $1`, [
      id,
      ...Object.values(values),
    ])
  }
  return { set, run }
}

/** Somebody whom no rule names. */
async function livingCustomer(client: Client, set: SetColumns, given: object): Promise<number> {
  const email = `quality${next()}@example.co.nz`
  const row = await makeRow(client, customer, { email, customer_status: 'active', ...given })
  await set('customers', row.id, located)
  return row.id
}

async function paid(client: Client, customer_id: number, payment_date: string, amount: string) {
  const reply = await client.put('/invoicepayment', {
    ...{ customer_id, payment_date, amount_incl_gst: amount, payment_type: 'bank_transfer' },
  })
  expect(reply.status, reply.text).toBe(201)
}
