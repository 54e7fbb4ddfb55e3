import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { inspectAll, screensOfMoney } from './every-screen.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

// Shows: R34, E29
test('every screen of people and money is clean in its looks', async () => {
  const visited = await visitAs(browser, site.url, 'padmin')
  expect(await inspectAll(visited, screensOfMoney)).toEqual([])
}, 900_000)
