import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { qualityKinds } from '#server/reports/quality/quality-rule.ts'
import { qualityRules } from '#server/reports/quality/quality-rules.ts'
import type { Client } from '#tests/support/client.ts'
import { qualityStories } from '#tests/support/quality-stories.ts'
import { readReport } from '#tests/support/reporting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let manager: Client
let user: Client
let stories: Awaited<ReturnType<typeof qualityStories>>

beforeAll(async () => {
  world = await makeWorld()
  // The morning of 10 June in Auckland, still the 9th elsewhere.
  world.clock.stopAt(new Date('2026-06-09T22:00:00Z'))
  stories = await qualityStories(world)
  manager = await world.as('manager')
  user = await world.as('user')
})
afterAll(() => world.close())

const listOf = (kind: keyof typeof qualityKinds) => `/${qualityKinds[kind].entity.plural}`

async function idsIn(kind: keyof typeof qualityKinds, figure: string): Promise<number[]> {
  const { body, text } = await user.get(listOf(kind), { figure, limit: 500 })
  expect(body.success, text.slice(0, 300)).toBe(true)
  return body.data.map(({ id }: { id: number }) => id)
}

const countOf = async (name: string) => {
  const { rows } = await readReport(user, { name: 'quality' })
  return rows.find(({ key }) => key === name)
}

describe.each(qualityRules)('$name', ({ name, kind }) => {
  test('finds its case, counts what its list shows, and lets the mended one go', async () => {
    const before = await idsIn(kind, name)
    const { ids, mend } = (await stories[name]?.()) ?? { ids: [], mend: async () => {} }
    expect(ids.length, 'there is a case of the rule').toBeGreaterThan(0)
    const found = await idsIn(kind, name)
    expect(found.toSorted()).toEqual([...before, ...ids].toSorted())
    const row = await countOf(name)
    expect(row?.values.records).toBe(found.length)
    expect(row?.to).toBe(`${qualityKinds[kind].screen}?figure=${name}`)
    const file = await manager.get(`${listOf(kind)}/csv`, { figure: name })
    expect([...csvRecords(file.text, ',')]).toHaveLength(found.length + 1)
    await mend()
    expect((await idsIn(kind, name)).toSorted()).toEqual(before.toSorted())
    expect((await countOf(name))?.values.records ?? 0).toBe(before.length)
  })
})

test('since when is told by the day it came about', async () => {
  const credit = await stories.old_credit?.()
  const unread = await stories.no_actual_reading?.()
  // 11 March and 90 days are over on the 10th of June.
  expect((await countOf('old_credit'))?.values.since).toBe('2026-06-10')
  expect((await countOf('no_actual_reading'))?.values.since).toBe('2026-06-10')
  await credit?.mend()
  await unread?.mend()
})

test('the score is the share of active customers whom no list names', async () => {
  await stories.not_located?.()
  await stories.icp_fails_its_check?.()
  const { info } = await readReport(user, { name: 'quality' })
  const named = new Set<number>()
  for (const { name, kind } of qualityRules) {
    const { body } = await user.get(listOf(kind), { figure: name, limit: 500 })
    const of = { customer: 'id', contract: 'customer_id', meter: 'customer_id', supplier: 'none' }
    for (const row of body.data) named.add(row[of[kind]])
  }
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from customers where customer_status = 'active' and deleted_at is null`,
  )
  const good = rows.filter(({ id }) => !named.has(Number(id))).length
  expect(good).toBeGreaterThan(0)
  expect(good).toBeLessThan(rows.length)
  const percent = (Math.floor((good / rows.length) * 1000 + 1e-9) / 10).toFixed(1)
  expect(info.headline).toMatchObject({ label: 'Score', value: `${percent} %` })
  expect(info.headline.about).toContain(`${good} of ${rows.length} active customers`)
})

test('by severity and kind the records are the same, and rows open the rules', async () => {
  const whole = await readReport(user, { name: 'quality' })
  for (const group of ['severity', 'kind']) {
    const { rows, info } = await readReport(user, { name: 'quality', group })
    expect(info.totals).toEqual(whole.info.totals)
    for (const { to, values } of rows) {
      const asked = Object.fromEntries(new URL(to ?? '', 'http://x').searchParams)
      expect((await readReport(user, asked)).info.totals).toEqual(values)
    }
  }
})

test('rules belong to their list, tell of now alone, and of one’s own organisation', async () => {
  const wrong = await user.get('/contracts', { figure: 'not_located' })
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'figure'])
  for (const more of [{ as_at: '2026-06-01' }, { compare: 'year' }])
    expect((await user.get('/report', { name: 'quality', ...more })).status).toBe(400)
  const other = await world.as('other')
  expect((await other.get('/report', { name: 'quality' })).status).toBe(260)
  expect((await other.get('/customers', { figure: 'not_located' })).body.data).toEqual([])
  expect((await user.get('/report/csv', { name: 'quality' })).status).toBe(403)
})
