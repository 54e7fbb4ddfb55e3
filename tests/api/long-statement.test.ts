import { afterAll, beforeAll, expect, test } from 'vitest'
import { partner } from '#domain/partners/partner.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { pageCount, pdfPages } from '#tests/support/pdf-text.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const LINES = 214
const DAY_MS = 86_400_000
const dollars = (cents: number) => (cents / 100).toFixed(2)
const inThousands = (cents: number) => dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',')
// 0.17, 0.34 … with every seventh taken back: no two neighbours are the same.
const amounts = Array.from({ length: LINES }, (_, at) => (at % 7 === 6 ? -1 : 1) * (at + 1) * 17)

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('a statement of 214 lines is printed on numbered pages, and its lines add up to what is paid', async () => {
  const manager = await world.as('manager')
  const { id } = await makeRow(manager, partner, {
    ...{ email: 'many@example.co.nz', gst_registered: true, gst_number: '49-091-850' },
    ...{ bcti_agreed_on: '2026-01-01', bcti_reason: 'They keep no books of invoices' },
  })
  for (const [at, amount] of amounts.entries()) {
    const earned = { partner_id: id, amount: dollars(amount), reason: `Contract ${at + 1}` }
    expect((await manager.put('/commission', earned)).status).toBe(201)
  }
  world.clock.advance(DAY_MS)
  const later = await world.as('manager')
  const reply = await later.post('/partner/commission/send', { id })
  expect(reply.status, reply.text).toBe(202)
  const row = reply.body.data
  const sum = amounts.reduce((all, one) => all + one, 0)
  const gst = Math.round(sum * 0.15)
  expect(row).toMatchObject({
    ...{ line_count: LINES, sum: dollars(sum), gst: dollars(gst) },
    ...{ total: dollars(sum + gst), to_pay: dollars(sum + gst) },
  })
  // So long a paper is drawn after the statement was sent.
  await runQueue(world, {}, 'draw-commission-statement')
  const { bytes } = await later.get('/commissionstatement/document', { id: row.id })
  const pages = pdfPages(bytes)
  expect(pages.length).toBe(pageCount(bytes))
  const feet = pages.map((page) => page.trim().split('\n').at(-1))
  expect(feet).toEqual(pages.map((_, at) => `Page ${at + 1} of ${pages.length}`))
  const [body = '', below = ''] = pages.join('\n').split('\nSum\n')
  expect(below).toMatch(new RegExp(`^${inThousands(sum)}\n`))
  // Each line once and in its order, whatever page it fell on.
  const printed = [
    ...body.matchAll(/^Correction, Contract\s\d+\n\d\d \w{3} \n\d{4}\n(−?[\d.]+)$/gm),
  ].map(([, text]) => Math.round(Number(text?.replace('−', '-')) * 100))
  expect(printed).toEqual(amounts)
  expect(body).toContain(`\nTotal\n$${inThousands(sum + gst)}\n`)
})
