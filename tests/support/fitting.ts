import { expect } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import { guardingSettings, organisationSettings } from '#domain/identity/organisation-settings.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { billCsv, energy } from './bill-file.ts'
import type { Client } from './client.ts'
import { make } from './make.ts'
import { anyPdf, isFile, sendForm, textFile, upload } from './upload.ts'

type Values = Record<string, unknown>

// Only settings that something reads are kept; none of these guards money.
const settings = Object.entries(organisationSettings).filter(
  ([name, { initial }]) =>
    typeof initial === 'number' && !guardingSettings.some((one) => one === name),
)
let setting = 0

/** What a row needs beside its own fields, for entities that stand on more than a parent. */
const alsoNeeds: Record<string, (client: Client) => Promise<Values>> = {
  // Each mail has one template of its own; those chosen by hand are as many as one likes.
  messagetemplate: async () => ({ key: null }),
  organisationconfig: async () => {
    const [name, { initial }] = settings[setting++ % settings.length] ?? ['', { initial: null }]
    return { name, value: initial }
  },
  option: async () => ({ list_name: 'customer_industry' }),
  platformtemplate: async () => ({ text_base: 'Kia ora' }),
  readingimport: async () => readingFile(),
  bankimport: async () => ({ content: bankFile(), file_name: 'tsb.csv' }),
  bankrule: async () => ({ text_contains: 'fee', kind: 'account', account: 6030 }),
  banktransaction: async () => ({ transaction_date: '2026-11-02', amount: '12.00' }),
  billimport: async () => ({ content: textFile(billCsv(energy(`FIT-${++files}`, 'nobody'))) }),
  rateimport: async (client) => newRateFile(client),
  rateupdate: async (client) => newRates(await activeContract(client)),
  meterregister: async (client) => ({ meter_id: await newMeter(client) }),
  meterreading: async (client) => ({
    meter_id: await newMeter(client),
    reading_latest_type: 'actual',
    reading_latest: '100',
    // Computed, where there is a reading.
    reading_quantity: null,
    period_start: null,
  }),
  reportschedule: async (client) => ({
    ...{ report_name: 'activity', report_group: null, only_of: null, on_day: 1 },
    relative_period: 'last_month',
    recipient_ids: [(await client.get('/user')).body.data.id],
  }),
  cannedreply: async () => ({ text_plain: 'Kia ora' }),
  messageblacklist: async () => ({ contact: `away-${++files}@example.co.nz`, type: 'all' }),
  bulkmessage: async () => ({
    audience: { list: 'customers' },
    ...{ template_id: null, sms_template_id: null },
    ...{ subject: 'Kia ora', text_base: 'Kia ora', text_sms: 'Kia ora' },
  }),
  consent: async (client) => ({
    customer_id: (await makeRow(client, needed('customer'))).id,
    contact: `agreed-${++files}@example.co.nz`,
    channel: 'email',
    purpose: 'promotional',
  }),
  partnerterm: async () => ({ valid_from_date: dayToCome() }),
  proposal: async () => ({ candidate_rates: [] }),
  supplierrateupdate: async (client) => newRates(await activeContract(client)),
  signature: async () => ({
    strokes: [
      [
        [1, 2],
        [30, 40],
      ],
    ],
  }),
}

const newMeter = async (client: Client) => (await makeRow(client, needed('meter'))).id

// No two terms of a partner begin on one day, and none in the past.
const dayToCome = () =>
  Temporal.PlainDate.from('2100-01-01')
    .add({ days: ++files % 30_000 })
    .toString()

// No two files are the same, since the same file is refused a second time.
let files = 0
function readingFile(): Values {
  const content = textFile(`Meter number,Date,Reading\nM-${++files},1/3/2026,100`)
  return { format: 'csv', content }
}

function bankFile() {
  const row = `02/11/2026,Payment ${++files},${files}.00,${files}.00`
  return textFile(`Date,Description,Amount,Balance\n${row}`)
}

async function newRateFile(client: Client): Promise<Values> {
  const id = await activeContract(client)
  const { contract_number } = (await client.get('/contract', { id })).body.data
  const row = `${contract_number},Day energy,0.${++files},2029-05-01`
  const heads = 'contract_number,rate_name,rate_amount,valid_from_date'
  return { content: textFile(`${heads}\n${row}\n`), side: 'sell' }
}

function newRates(contract_id: number): Values {
  return { contract_id, rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }] }
}

async function activeContract(client: Client): Promise<number> {
  const contract = needed('contract')
  const row = await makeRow(client, contract, { date_start: '2024-01-01' })
  const reply = await client.post('/contract/activate', { id: row.id, reason: 'Agreed elsewhere' })
  expect(reply.status, reply.text).toBe(200)
  return row.id
}

// Parents are made once for each client and shared by its rows.
const parents = new WeakMap<Client, Map<string, Promise<number>>>()

function parentOf(client: Client, target: string): Promise<number> {
  const own = parents.get(client) ?? new Map<string, Promise<number>>()
  parents.set(client, own)
  const parent = own.get(target) ?? makeRow(client, needed(target)).then((row) => row.id)
  own.set(target, parent)
  return parent
}

// What is said with the first words of a row and stays.
const saidOnce: Record<string, readonly string[]> = { messageblacklist: ['contact', 'type'] }

/** What a change of a row may send: everything it needs, still with the rows it refers to. */
export async function fittingChange(client: Client, entity: Entity, row: Values): Promise<Values> {
  const kept = fieldsOf(entity).filter(
    ([name, { kind, options }]) =>
      (kind === 'ref' && options.required) || saidOnce[entity.name]?.includes(name),
  )
  return fitting(client, entity, Object.fromEntries(kept.map(([name]) => [name, row[name]])))
}

/** Just what a row needs, the rows it must refer to included, and what the test says matters. */
export async function fitting(client: Client, entity: Entity, given: Values = {}): Promise<Values> {
  const more = (await alsoNeeds[entity.name]?.(client)) ?? {}
  const missing = fieldsOf(entity).filter(
    ([name, { kind, options }]) =>
      kind === 'ref' &&
      options.required &&
      !options.readonly &&
      !(name in more) &&
      !(name in given),
  )
  const references = await Promise.all(
    missing.map(async ([name, { options }]) => [
      name,
      await parentOf(client, options.target ?? ''),
    ]),
  )
  return make(entity, { ...Object.fromEntries(references), ...more, ...given })
}

export async function makeRow(
  client: Client,
  entity: Entity,
  given: Values = {},
): Promise<Values & { id: number; version: number }> {
  const values = await fitting(client, entity, given)
  const reply =
    entity.name === 'file'
      ? await upload(client, anyPdf(), values)
      : Object.values(values).some(isFile)
        ? await sendForm(client, `PUT /${entity.name}`, values)
        : await client.put(`/${entity.name}`, values)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

function needed(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`There is no entity called ${name}.`)
  return entity
}
