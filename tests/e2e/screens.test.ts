import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { inspectAll, publicScreens, screensOfSupply } from './every-screen.ts'

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
test('every screen of supply, messages and the platform is clean in its looks', async () => {
  const visited = await visitAs(browser, site.url, 'padmin')
  expect(await inspectAll(visited, screensOfSupply)).toEqual([])
}, 900_000)

// Shows: R34, V3.7.1
test('every public screen is clean in its looks', async () => {
  expect(await inspectAll(await visit(browser, site.url), publicScreens)).toEqual([])
}, 300_000)
