import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modes } from '#tests/support/billing-modes.ts'
import type { Client } from '#tests/support/client.ts'
import {
  isPaintedWith,
  pageCount,
  pdfPages,
  pdfPictures,
  pdfText,
} from '#tests/support/pdf-text.ts'
import { pngOf } from '#tests/support/pictures.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { startSmtpSink } from '#tests/support/smtp-sink.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { sendForm } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let invoices: SentInvoices
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  admin = await world.as('admin')
}, 60_000)
afterAll(() => world.close())

const picture = (bytes: Buffer, client = admin) =>
  sendForm(client, 'PUT /logo', { content: { name: 'logo.png', bytes } })

const setting = (name: string, value: unknown) => admin.put('/organisationconfig', { name, value })

const colour = '#8a1538'
const footer = 'Open weekdays from 8 to 5, Rātā Street, Ōtaki.'
const complaint = 'Tell us first; Utilities Disputes helps where that fails, 0800 22 33 40.'

describe('the look', () => {
  test('a colour is refused that cannot be read on white, and the answer says what is', async () => {
    for (const value of ['#ffcc00', '#777777', 'red', '#fff', 'url(//evil)', '']) {
      const reply = await setting('look_colour', value)
      expect(reply.status, `${value} ${reply.text}`).toBe(400)
      expect(reply.body.errors).toMatchObject([
        { field: 'value', message: expect.stringContaining('a contrast of at least 4.5:1') },
      ])
    }
  })

  test('a picture is judged by its bytes: SVG, text, what is too large and what is broken', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const png = pngOf({ width: 40, height: 20 })
    const refused: [number, Buffer][] = [
      [415, svg],
      [415, Buffer.from('%PDF-1.7\n%%EOF\n')],
      [415, Buffer.from('just words')],
      [415, Buffer.concat([png.subarray(0, 60)])],
      [415, pngOf({ width: 40, height: 20, isInterlaced: true })],
      [415, pngOf({ width: 40, height: 20, rows: Buffer.alloc(5_000_000) })],
      [400, pngOf({ width: 1201, height: 20 })],
      [400, pngOf({ width: 40, height: 601 })],
      [400, Buffer.alloc(0)],
      [413, Buffer.concat([png, Buffer.alloc(100_000)])],
    ]
    for (const [status, bytes] of refused) {
      const reply = await picture(bytes)
      expect(reply.status, `${bytes.length} ${reply.text}`).toBe(status)
    }
    const reply = await picture(png, await world.as('manager'))
    expect(reply.status).toBe(403)
  })

  test('the logo is a picture that this organisation has uploaded', async () => {
    const { logo } = (await picture(pngOf({ width: 44, height: 22 }))).body.data
    const other = await world.as('other')
    const foreign = await other.put('/organisationconfig', { name: 'look_logo', value: logo })
    expect(foreign.status, foreign.text).toBe(400)
    expect((await setting('look_logo', 'a'.repeat(64))).status).toBe(400)
    const made = await setting('look_logo', logo)
    expect(made.status, made.text).toBe(201)
    const { id, version } = made.body.data
    const change = { id, version, value: 'b'.repeat(64) }
    expect((await admin.post('/organisationconfig', change)).status).toBe(400)
    const { data } = (await invoices.user.get('/look')).body
    expect(data.logo).toMatch(/^data:image\/png;base64,/)
    expect((await other.get('/look')).body.data.logo).toBeNull()
    await settingIs(world, 'look_logo', '')
  })
})

describe('an invoice on paper', () => {
  let logo: string

  beforeAll(async () => {
    logo = (await picture(pngOf({ width: 300, height: 100, pixel: [9, 9, 9, 128] }))).body.data.logo
    await settingIs(world, 'look_logo', logo)
    await settingIs(world, 'look_colour', colour)
    await settingIs(world, 'look_footer', footer)
    await settingIs(world, 'complaint_words', complaint)
  })

  async function sentAs(mode: keyof typeof modes) {
    const { split, collection, byHand } = modes[mode]
    await settingIs(world, 'split_collection', collection)
    const who = await invoices.supplied({ name: 'Whetū Ngāta', simple_invoicing: split })
    await estimatedIn(who.contract_id)
    const line = { name: 'Energy', quantity: '600', rate: '0.25', unit: 'kWh' }
    const bill = { ...months.april, supplier_statement_number: `S ${mode}`, lines: [line] }
    const draft = await invoices.draft({
      ...{ ...who, ...months.april },
      ...(byHand ? { lines: [line] } : {}),
      ...(split ? { bill } : {}),
    })
    const invoice = await invoices.send(draft.id)
    return { ...who, invoice }
  }

  /** The reading of the last day of April turns out to be an estimate. */
  async function estimatedIn(contract_id: number): Promise<void> {
    await world.owner.query(
      `update meterreadings r set reading_latest_type = 'estimate'
       from meters m, contracts k where k.id = $1 and m.connection = any(k.connections)
         and r.meter_id = m.id and r.reading_date = '2026-04-30'`,
      [contract_id],
    )
  }

  const meterOf = async (contract_id: number): Promise<string> => {
    const { rows } = await world.owner.query(
      `select m.meter_number from meters m, contracts k
       where k.id = $1 and m.connection = any(k.connections)`,
      [contract_id],
    )
    return rows[0].meter_number
  }

  test.each(Object.keys(modes) as (keyof typeof modes)[])(
    'billed %s it has its total first, meter, readings, logo and page numbers',
    async (mode) => {
      const { invoice, contract_id } = await sentAs(mode)
      const { bytes } = await invoices.user.get('/invoice/document', { id: invoice.id })
      const [first = '', ...rest] = pdfPages(bytes)
      const pages = pageCount(bytes)
      const total = `$${Number(invoice.discounted_total).toFixed(2)}`
      for (const text of [total, 'What to pay', 'How to pay', 'To pay by', 'Plan', 'First Energy'])
        expect(first, mode).toContain(text)
      for (const [place, words] of [first, ...rest].entries()) {
        expect(words.split('\n')).toContain(`Page ${place + 1} of ${pages}`)
        expect(words).toContain(footer)
      }
      const whole = pdfText(bytes)
      for (const text of [
        ...['Meter readings', await meterOf(contract_id), '31 Mar 2026', '30 Apr 2026'],
        ...[
          '1000',
          '1600\n30 Apr 2026\nestimated',
          '600 kWh',
          'Electricity used, compared',
          '20.0',
        ],
        ...['If something is wrong', 'Utilities Disputes', 'Pale bars are mostly estimated.'],
      ])
        expect(whole, mode).toContain(text)
      expect(pdfPictures(bytes)).toEqual(['300 × 100'])
      expect(isPaintedWith(bytes, colour)).toBe(true)
      expect(isPaintedWith(bytes, '#14666f')).toBe(false)
    },
  )

  test('what was sent keeps its look when the organisation takes another', async () => {
    const { invoice } = await sentAs('at our own rates')
    const paper = async () =>
      (await invoices.user.get('/invoice/document', { id: invoice.id })).bytes
    const before = await paper()
    await settingIs(world, 'look_logo', '')
    await settingIs(world, 'look_colour', '#123456')
    expect((await paper()).equals(before)).toBe(true)
    const draft = await invoices.draft({ ...(await invoices.supplied()), ...months.april })
    const preview = () => invoices.user.get('/invoice/document', { id: draft.id })
    const [one, other] = [await preview(), await preview()]
    expect(one.bytes.equals(other.bytes)).toBe(true)
    expect(pdfPictures(one.bytes)).toEqual([])
    expect(isPaintedWith(one.bytes, '#123456')).toBe(true)
    await settingIs(world, 'look_logo', logo)
    await settingIs(world, 'look_colour', colour)
  })

  test('its mail and the page behind its link carry the logo, the colour and the words', async () => {
    const { invoice } = await sentAs('at our own rates')
    const { data } = (await invoices.read(await invoices.tokenOf(invoice.id))).body
    expect(data.look).toMatchObject({ name: 'First Energy', colour, footer })
    expect(data.look.logo).toMatch(/^data:image\/png;base64,/)
    const sink = await startSmtpSink()
    try {
      const { config } = world
      await runQueue(world, { config: { ...config, smtpUrl: sink.url }, clock: world.clock })
      const sent = sink.messages.at(-1)?.content ?? ''
      expect(sent).toContain('Content-ID: <logo@look>')
      const plain = sent.replace(/=\r\n/g, '').replaceAll('=3D', '=')
      expect(plain).toContain(`border-top:4px solid ${colour}`)
      expect(plain).toContain('src="cid:logo@look" alt="First Energy"')
      expect(plain.split('Open weekdays from 8 to 5')).toHaveLength(3)
    } finally {
      await sink.stop()
    }
  })

  // Shows: E26
  test('statements and offers carry the same logo, colour and page numbers', async () => {
    const { customer_id: id, contract_id } = await sentAs('at our own rates')
    const days = { from: '2026-04-01', to: '2026-12-31' }
    const statement = await invoices.user.get('/customer/statement', { id, ...days })
    const offer = await invoices.user.get('/contract/preview', { id: contract_id })
    expect(pdfText(statement.bytes)).toContain('01 Apr 2026 to 31 Dec 2026')
    for (const { bytes, text } of [statement, offer]) {
      expect(pdfPictures(bytes), text.slice(0, 100)).toEqual(['300 × 100'])
      expect(isPaintedWith(bytes, colour)).toBe(true)
      expect(pdfPages(bytes).at(-1)).toContain(`Page ${pageCount(bytes)} of ${pageCount(bytes)}`)
    }
  })
})

test('a contract prints its conditions, and never what the office notes', async () => {
  const { contract_id: id } = await invoices.supplied()
  const { version } = (await invoices.user.get('/contract', { id })).body.data
  const words = { conditions: 'Gates are open from six.', notes: 'Haggles; thin margin.' }
  const changed = await invoices.user.post('/contract', { id, version, ...words })
  expect(changed.status, changed.text).toBe(261)
  const printed = pdfText((await invoices.user.get('/contract/preview', { id })).bytes)
  expect(printed).toContain('Gates are open from six.')
  expect(printed).not.toContain('margin')
})
