import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { addressIs, button, fill, go, heading, says, type } from './steps.ts'

let site: Site
let browser: Browser
let page: Page
let tom: Page
let tomsId: number

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const [padmin, user] = await Promise.all([
    visitAs(browser, site.url, 'padmin'),
    visitAs(browser, site.url, 'user'),
  ])
  page = padmin.page
  tom = user.page
  const { rows } = await site.owner.query("select id from users where username = 'user'")
  tomsId = Number(rows[0].id)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const menu = () => page.getByRole('navigation', { name: 'Menu' })

/** Opens one of the dialogs of Tom's account. */
async function access(name: string): Promise<Locator> {
  await go(page, `/app/user/admin?id=${tomsId}`)
  await button(page, 'Access').click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('dialog', { name })
}

test('a platform admin works as somebody else under a banner and returns', async () => {
  const dialog = await access('Work as this user')
  await type(dialog, { Username: 'user', Reason: 'Helping with a bill that looks wrong' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'is working as' })
  await banner.getByText(/Rāwiri Henare is working as Tom Fletcher: .* nothing changed/).waitFor()
  await heading(page, /Kia ora, Tom/)
  expect(await menu().getByText('All Users').count()).toBe(0)
  await button(page, 'Return to your own name').click()
  await heading(page, /Kia ora, Rāwiri/)
  await menu().getByText('All Users').waitFor()
  expect(await banner.count()).toBe(0)
})

test('what the platform has mailed is read on screen', async () => {
  await go(page, '/app/admin/mails')
  await button(page, /Somebody is helping in your account/).click()
  await page
    .getByRole('dialog')
    .getByText(/Helping with a bill that looks wrong/)
    .waitFor()
})

test('a platform admin asks for a backup that is restored on trial, and sees how it goes', async () => {
  await go(page, '/app/system')
  await heading(page, 'System')
  await button(page, 'Back up and try it now').click()
  await says(page, /We're on to it/)
  const row = page.getByRole('row', { name: /Backup and trial restore/ })
  await row.getByText(/waiting|running/i).waitFor()
  await row.getByText('Rāwiri Henare').waitFor()
  expect(await button(page, 'Back up and try it now').isDisabled()).toBe(true)
})

// Shows: E20
test('a notice of the platform reaches everybody once', async () => {
  await go(page, '/app/notification/admin')
  await fill(page, { subject: 'Maintenance on Sunday', text_plain: 'From 6 am for an hour.' })
  await button(page, 'Save').click()
  await says(page, 'Notification created.')
  await tom.reload()
  await button(tom, /^Notifications, \d+ new$/).click()
  await says(tom, 'From 6 am for an hour.')
  await button(tom, 'Notifications').waitFor()
  await tom.reload()
  await button(tom, 'Notifications').waitFor()
  await button(page, 'Expire').click()
  await says(page, 'Nobody is shown it any more.')
  await expect.poll(() => button(page, 'Expire').count()).toBe(0)
})

test('permissions are given and work at once', async () => {
  const show = () => tom.getByRole('button', { name: 'Show Bank account number' }).first()
  await tom.goto('/app/customer/details?id=1&tab=direct-debit')
  expect(await show().isDisabled()).toBe(true)
  const dialog = await access('Edit permissions')
  await dialog.getByLabel('May see customers’ direct debit details').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Changes saved.')
  await tom.reload()
  await expect.poll(() => show().isEnabled()).toBe(true)
})

test('Set Password needs the username, and a fresh proof after a while', async () => {
  const dialog = await access('Set Password')
  const twice = {
    'New password': 'quiet tūī in the rātā',
    'New password again': 'quiet tūī in the rātā',
  }
  await type(dialog, { ...twice, Username: 'tom' })
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await dialog.getByText("That username doesn't match.").first().waitFor()
  await type(dialog, { Username: 'user' })
  await site.owner.query("update sessions set proved_at = now() - interval '6 minutes'")
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  const proof = page.getByRole('dialog', { name: 'Please confirm it is you' })
  await type(proof, { Password: demoPassword })
  await proof.getByRole('button', { name: 'Ok' }).click()
  await says(page, 'Password set. Their sessions have ended.')
  await tom.goto('/app/customers')
  await addressIs(tom, /^\/app\/signin/)
  await signIn(tom, 'user', twice['New password'])
})

test('another role is another menu', async () => {
  const dialog = await access('Edit Roles')
  await dialog
    .getByLabel(/^Role in Harbour/)
    .first()
    .click()
  await page.getByRole('option', { name: 'Accounting' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Roles saved.')
  await signIn(tom, 'user', 'quiet tūī in the rātā')
  await tom.getByRole('navigation', { name: 'Menu' }).getByText('Bank Transactions').waitFor()
})

test('an API key is shown once and opens the API in its owner’s name', async () => {
  await tom.goto('/app/profile/edit')
  await button(tom, 'Set API Key').click()
  const dialog = tom.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByRole('button', { name: 'Set API Key' }).click()
  const key = await tom.locator('code').textContent()
  const answer = await fetch(`${site.url}/api/v1/customers?limit=1`, {
    headers: { authorization: `Key ${key}` },
  })
  expect(answer.status).toBe(200)
  await tom.reload()
  await tom.getByRole('row', { name: /Nightly export .* Read everything/ }).waitFor()
  expect(await tom.locator('code').count()).toBe(0)
  await button(tom, 'Remove the key Nightly export').click()
  await tom.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await says(tom, 'API key removed.')
})

test('a platform admin works in the other organisation and sees its customers only', async () => {
  await go(page, '/app/organisations/admin')
  await page.getByRole('link', { name: 'Southern Utilities Brokers' }).click()
  await button(page, 'Work here').click()
  await says(page, /· Southern Utilities Brokers$/)
  await menu().getByText('Customers', { exact: true }).click()
  await scope(site.owner, 2)
  const { rows } = await site.owner.query<{ count: number }>(
    'select count(*)::int as count from customers where deleted_at is null',
  )
  await says(page, new RegExp(`^${rows[0]?.count} customers`))
})
