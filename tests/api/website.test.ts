import { afterAll, beforeAll, expect, test } from 'vitest'
import { informationPages } from '#domain/access/information-pages.ts'
import { routes } from '#domain/access/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const hosts = ['first.example', 'second.example'] as const
let world: World
let admin: Client
let padmin: Client

beforeAll(async () => {
  world = await makeWorld()
  ;[admin, padmin] = await Promise.all([world.as('admin'), world.as('padmin')])
  const plain = { flag: '', locale: 'en-NZ', testing: false }
  // The backends of an installation: each organisation is reached at an address of its own.
  world.config.backends.push(
    ...hosts.map((host, place) => ({
      ...{ code: `b${place}`, name: host, base_url: `https://${host}`, ...plain },
      organisation_id: world.organisations[place] ?? 0,
    })),
  )
  const saved = await admin.post('/website', {
    ...{ company_name: 'First Energy', slogan: 'Bought "well"', author: 'Mere <Kahu>' },
    ...{ logo_url: 'https://cdn.example/logo.png', favicon_url: 'https://icons.example/i.ico' },
    ...{ terms_url: 'https://first.example/terms', analytics_key: 'G-123', facebook_key: '77' },
    ...{ keywords: 'power, gas', map_key: 'not-for-everybody' },
  })
  expect(saved.status, saved.text).toBe(261)
})
afterAll(() => world.close())

const pageAt = async (host: string, url = '/app/about') => {
  const { payload, headers } = await world.app.inject({ url, headers: { host } })
  return { payload, policy: String(headers['content-security-policy']) }
}

test('an organisation’s own address carries its website’s settings, and no key of its own', async () => {
  const { payload } = await pageAt(hosts[0])
  expect(payload).toContain('<link rel="icon" href="https://icons.example/i.ico" />')
  expect(payload).toContain('<meta name="description" content="Bought &quot;well&quot;" />')
  expect(payload).toContain('<meta name="author" content="Mere &lt;Kahu>" />')
  expect(payload).toContain('<meta property="fb:app_id" content="77" />')
  expect(payload).toContain('https://first.example/terms')
  expect(payload).not.toContain('not-for-everybody')
})

test('the content policy lets in what the settings name, and no script of anybody', async () => {
  const { policy } = await pageAt(hosts[0])
  expect(policy).toContain("img-src 'self' data: https://cdn.example https://icons.example;")
  expect(policy).toContain("connect-src 'self' https://www.google-analytics.com;")
  expect(policy).toContain("script-src 'self';")
})

// Shows: V14.2.3
test('looks at pages of words alone are counted: no other page may tell anybody anything', async () => {
  for (const path of Object.keys(routes)) {
    const { policy } = await pageAt(hosts[0], path)
    const isWords = informationPages.some((page) => page === path)
    const told = isWords ? "'self' https://www.google-analytics.com" : "'self'"
    expect(policy, path).toContain(`connect-src ${told};`)
  }
  expect((await pageAt(hosts[0], '/invoice/?x=1')).policy).toContain("connect-src 'self';")
})

test.each([hosts[1], 'elsewhere.example'])('%s says nothing of the first one', async (host) => {
  const { payload, policy } = await pageAt(host)
  expect(payload).not.toContain('First Energy')
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("img-src 'self' data:;")
})

test('what is published for a page is shown to everybody, the most important first', async () => {
  const write = (title: string, importance: number, more: object = {}) =>
    padmin.put('/pagecontent', {
      ...{ title, importance, url: '/app/help', is_published: true, hashtag: 'dates' },
      ...{ html: '<p onclick="x()">Words<script>alert(1)</script></p>', ...more },
    })
  await write('Second', 1)
  await write('First', 5, { url: '/app/help/' })
  await write('Not yet', 9, { is_published: false })
  await write('Elsewhere', 9, { url: '/app/about' })
  const { body } = await world.guest().get('/public/pagecontents', { url: '/app/help' })
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second'])
  expect(body.data[0]).toMatchObject({ hashtag: 'dates', html: '<p>Words</p>' })
  expect(body.data[0]).not.toHaveProperty('is_published')
  const none = await world.guest().get('/public/pagecontents', { url: '/app/terms' })
  expect([none.status, none.body.data]).toEqual([260, []])
})

test('questions and answers are the organisation’s own, and its admins write them', async () => {
  const asked = { question: 'Where is the ICP?', answer: '<p>On the <b>bill</b></p>' }
  expect((await (await world.as('manager')).put('/faq', asked)).status).toBe(403)
  expect((await admin.put('/faq', asked)).status).toBe(201)
  const found = await (await world.as('user')).get('/faqs/search', { q: 'bill' })
  expect(found.body.data[0]).toMatchObject({ ...asked, is_published: true })
  expect((await (await world.as('other')).get('/faqs')).status).toBe(260)
})
