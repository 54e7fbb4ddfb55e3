import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposal } from '#domain/proposals/proposal.ts'
import { pipelineReport } from '#domain/reports/pipeline-report.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { readReport } from '#tests/support/reporting.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

type Office = Awaited<ReturnType<typeof contractOffice>>

let world: World
let office: Office
let user: Client

// Each story has a customer of its own: what is said to one counts for all of their contracts.
beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  world.clock.stopAt(new Date('2026-06-10T00:00:00Z'))
  office = await contractOffice(world)
  user = office.user
  await told('none', {})
  await told('lost', { date_end: '2026-05-09' })
  // 31 days later another contract could still have gone on with it.
  await told('none', { date_end: '2026-05-10' }, 'ended lately')
  await told('renewed', { date_end: '2026-05-31' }, 'renewed', renewal('2026-07-01'))
  await told('none', { date_end: '2026-05-31' }, 'renewed too late', renewal('2026-07-02'))
  await told('none', { is_open_plan: true, date_end: '2026-04-30' }, 'rolling')
  await told('offered', {}, 'offered', async (row) => {
    const next = { ...only(row), date_start: '2026-09-01', date_end: '2027-08-31' }
    const { id } = await office.draft(next)
    await user.put('/rate', rateOf(id, { valid_from_date: '2026-09-01' }))
    const sent = await user.post('/contract/send', { id })
    expect(sent.status, sent.text).toBe(200)
  })
  await told('contacted', {}, 'proposed', async ({ customer_id }) => {
    await makeRow(user, proposal, { customer_id, connections: [], candidate_rates: [] })
  })
  await told('none', {}, 'proposed elsewhere', async ({ customer_id }) => {
    await makeRow(user, proposal, { customer_id, connections: ['ELSEWHERE'], candidate_rates: [] })
  })
  await told('contacted', {}, 'written to', write)
  await told('none', {}, 'billed', billed)
})
afterAll(() => world.close())

interface Row {
  id: number
  customer_id: number
  connections: string[]
}

const only = ({ customer_id, connections }: Row) => ({ customer_id, connections })

async function told(
  stage: string,
  given: object,
  name = stage,
  then: (row: Row) => Promise<unknown> = async () => {},
) {
  office.nextIcp()
  const { id: customer_id } = await newCustomer(user, { name })
  const dates = { date_start: '2026-01-01', date_end: '2026-08-31' }
  const row = await office.active({ customer_id, ...dates, ...given })
  await then(row)
  wanted.push({ id: row.id, name, stage })
}
const wanted: { id: number; name: string; stage: string }[] = []

const renewal = (date_start: string) => (row: Row) =>
  office.active({ ...only(row), date_start, date_end: '2030-01-31' })

async function write({ customer_id }: Row) {
  const mail = {
    type: 'email',
    customer_id,
    subject: 'Your contract',
    text_plain: 'Shall we talk?',
  }
  const { body, status, text } = await user.put('/message', mail)
  expect(status, text).toBe(201)
  const sent = await user.post('/message/send', { id: body.data.id, version: body.data.version })
  expect(sent.status, sent.text).toBe(200)
}

/** An invoice with a fee of 5 % on 100.00; its mail is no word of ours. */
async function billed({ id, customer_id }: Row) {
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const fee = { service_fee_percent: '5', discount_percent: '0' }
  const made = await office.accounting.put('/invoice', {
    ...{ customer_id, contract_id: id, lines, ...fee },
  })
  expect(made.status, made.text).toBe(201)
  const approve = { id: made.body.data.id, send: true, acknowledge: everyWarning }
  const sent = await office.accounting.post('/invoice/approve', approve)
  expect(sent.status, sent.text).toBe(200)
}

async function inOffice(text: string, values: unknown[] = []) {
  await scope(world.owner, world.organisations[0])
  return (await world.owner.query(text, values)).rows
}

test('each contract stands at the furthest it has got', async () => {
  const { rows } = await readReport(user, { name: 'pipeline', group: 'contract' })
  for (const { id, name, stage } of wanted) {
    const { values, to } = rows.find(({ key }) => key === String(id)) ?? {}
    expect({ [name]: values?.[stage] }).toEqual({ [name]: 1 })
    expect(to).toBe(`/app/contract?id=${id}`)
  }
})

test('months and what rolls on are those of a naive count, and the fee is that of the books', async () => {
  const { rows, info } = await readReport(user, { name: 'pipeline' })
  const naive = await inOffice(`select case when contract_status = 'active' and is_open_plan
      then 'rolling' else to_char(date_end, 'YYYY-MM') end as key, count(*)::int as contracts
    from contracts where contract_status in ('active', 'ended', 'cancelled') and deleted_at is null
      and (contract_status = 'active' and is_open_plan
        or date_end between '2026-03-01' and '2027-06-30') group by 1 order by 1`)
  expect(rows.map(({ key, values }) => ({ key, contracts: values.contracts }))).toEqual(naive)
  const [fee] = await inOffice(`select (-sum(amount))::text as fee from accounttransactions
    where account = 4020 and transaction_date > '2025-06-10'`)
  expect(info.totals.fee).toBe(fee.fee)
  expect(Number(fee.fee)).toBeGreaterThan(0)
  expect(rows.at(-1)).toMatchObject({ key: 'rolling', values: { contracts: 1 } })
})

test('stages add up to the contracts by every group, and each row opens what it counts', async () => {
  const whole = await readReport(user, { name: 'pipeline' })
  for (const group of Object.keys(pipelineReport.groups)) {
    const { rows, info } = await readReport(user, { name: 'pipeline', group })
    expect(info.totals, group).toEqual(whole.info.totals)
    for (const { values, to } of rows) {
      const { contracts, fee: _, ...each } = values
      expect(Object.values(each).reduce((sum: number, one) => sum + Number(one), 0)).toBe(contracts)
      if (!to?.includes('/app/reports')) continue
      const asked = Object.fromEntries(new URL(to, 'http://x').searchParams)
      expect((await readReport(user, asked)).info.totals).toEqual(values)
    }
  }
})

test('with many connections it is renewed when all of them go on', async () => {
  const connections = [office.nextIcp(), office.nextIcp()]
  const { id: customer_id } = await newCustomer(user)
  const own = { customer_id, date_start: '2026-01-01', date_end: '2026-06-30' }
  const { id } = await office.active({ ...own, connections })
  const stageOf = async () => {
    const { rows } = await readReport(user, { name: 'pipeline', group: 'contract' })
    return rows.find(({ key }) => key === String(id))?.values.renewed
  }
  const next = { customer_id, date_start: '2026-07-01', date_end: '2027-06-30' }
  await office.active({ ...next, connections: connections.slice(0, 1) })
  expect(await stageOf()).toBe(0)
  await office.active({ ...next, connections: connections.slice(1) })
  expect(await stageOf()).toBe(1)
})

test('a period is what somebody says, and of an earlier day nothing is told', async () => {
  const asked = { name: 'pipeline', from: '2026-05-01', to: '2026-05-31' }
  const { info } = await readReport(user, { ...asked, compare: 'before' })
  expect(info.compared).toEqual({ from: '2026-03-31', to: '2026-04-30' })
  expect((await user.get('/report', { ...asked, as_at: '2026-05-01' })).status).toBe(400)
  const other = await world.as('other')
  expect((await other.get('/report', { name: 'pipeline' })).status).toBe(260)
})

test('what was said counts for 120 days of Auckland', async () => {
  office.nextIcp()
  const { id: customer_id } = await newCustomer(user)
  const row = await office.active({ customer_id, date_start: '2026-01-01', date_end: '2030-01-31' })
  await write(row)
  const said = Temporal.Now.zonedDateTimeISO('Pacific/Auckland')
  const contacted = async (days: number) => {
    world.clock.stopAt(new Date(said.add({ days }).epochMilliseconds))
    const asked = { name: 'pipeline', from: '2030-01-01', to: '2030-01-31', group: 'contract' }
    const { rows } = await readReport(await world.as('user'), asked)
    return rows.find(({ key }) => key === String(row.id))?.values.contacted
  }
  expect([await contacted(0), await contacted(120), await contacted(121)]).toEqual([1, 1, 0])
})
