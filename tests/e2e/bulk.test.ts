import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBulk } from '#server/invoices/customer-letters.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, fill, go, heading, idIn, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  // One at once and the next after seconds: there is time to stop it.
  await site.owner.query(
    `insert into organisationconfigs (organisation_id, name, value)
     values (scope_organisation(), 'mail_per_minute', '10')`,
  )
  page = (await visitAs(browser, site.url, 'manager')).page
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A worker that is at it for a moment. */
async function workFor(ms: number, bulk_id: number): Promise<void> {
  const { database, config } = site
  const signal = AbortSignal.timeout(ms)
  const job = { database, config, clock: systemClock, signal, isLastAttempt: false }
  await sendBulk.run(job, { organisation_id: 1, bulk_id })
}

const outcome = (name: RegExp) => page.getByRole('main').getByText(name).first()

// Shows: E07, E08
test('customers of a list are written to; it is paused, resumed and cancelled', async () => {
  await go(page, '/app/customers?where=city.eq:Wellington')
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await button(page, 'Write to these').click()
  await addressIs(page, /bulkmessage\?id=/)
  await fill(page, { subject: 'News for {{customer_name}}', text_base: 'Kia ora' })
  await button(page, 'Save and look').click()
  await says(page, /^\d+ people of \d+ get it$/)
  await says(page, /^News for \w/)
  expect(await axeFindings(page, 'main')).toEqual([])

  const id = idIn(page)
  await button(page, 'Start…').click()
  const dialog = page.getByRole('dialog', { name: /^Start “/ })
  // What the first of them would read, beside whom it goes to; one stays behind.
  await dialog.getByText(/^Email to /).waitFor()
  await dialog.getByText(/^News for \w/).waitFor()
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  const all = await dialog.getByRole('checkbox', { name: /^Include / }).count()
  await dialog
    .getByRole('checkbox', { name: /^Include / })
    .first()
    .uncheck()
  await page.keyboard.type('Called them already')
  await dialog.getByRole('button', { name: /^Send \d+$/ }).click()
  await says(page, /^\d+ messages leave in \d+ s\.$/)
  expect(all).toBeGreaterThan(1)
  await button(page, 'Take back').click()
  await says(page, /^\d+ taken back, 1 left out\.$/)
  await button(page, 'Start…').click()
  await dialog.getByRole('button', { name: `Send ${all}` }).click()
  await dialog.waitFor({ state: 'detached' })
  await letLeave(site)
  await says(page, `${all} messages queued.`)
  await page.getByText('Sending', { exact: true }).nth(1).waitFor()
  await button(page, 'Pause').click()
  await says(page, 'Somebody paused it. It can go on, or be cancelled.')
  await workFor(300, id)
  await outcome(/^Got it 0$/).waitFor({ timeout: 5000 })
  expect(await axeFindings(page, 'main')).toEqual([])

  await button(page, 'Resume').click()
  await button(page, 'Pause').waitFor()
  await workFor(700, id)
  await outcome(/^Got it 1$/).waitFor()
  await button(page, 'Cancel').click()
  await button(page, 'Cancel the rest').click()
  await says(page, 'Cancelled. Nothing more leaves.')
  await workFor(300, id)
  await outcome(/^Did not get it [1-9]/).waitFor()
  await outcome(/^Got it 1$/).waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])

  await button(page, 'To the rest').click()
  await heading(page, /to the rest$/)
  await says(page, `Whom bulk message ${id} did not reach`)
  await go(page, '/app/messages?tab=bulk')
  await page
    .getByRole('link', { name: /^Message of/ })
    .first()
    .waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
})
