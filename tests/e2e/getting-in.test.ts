import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, visit, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { mailsTo } from '#tests/support/mailed-link.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, heading, says, type } from './steps.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const newPassword = 'kererū over the quiet harbour'

/** The link in the latest mail to this address, as a path of the site under test. */
async function linkMailedTo(address: string): Promise<string> {
  const mails = await mailsTo(site, address)
  const link = /https?:\/\/\S+/.exec(mails.at(-1)?.text_plain ?? '')?.[0] ?? ''
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}

// Shows: E36
test('somebody creates an account, follows the mail and comes to Quick-Start', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/signin')
  await page.getByRole('link', { name: 'Create Account' }).click()
  expect(await button(page, 'Create Account').isDisabled()).toBe(true)
  await type(page, {
    'First name': 'Mere',
    'Last name': 'Parata',
    Email: 'mere@example.co.nz',
    Username: 'mere',
  })
  await page.getByLabel(/I agree to the/).check()
  await button(page, 'Create Account').dblclick()
  await heading(page, 'Account Created')
  await says(page, 'Please check your email and follow the instructions in it.')

  const link = await linkMailedTo('mere@example.co.nz')
  expect(link).toMatch(/^\/app\/register\/token#/)
  await page.goto(link)
  await says(page, 'mere@example.co.nz')
  await type(page, { 'New password': newPassword, 'New password again': 'something else' })
  await button(page, 'Create Account').click()
  await says(page, "The two passwords don't match. Please type them again.")
  await type(page, { 'New password again': newPassword })
  await button(page, 'Create Account').click()
  await says(page, 'Thanks. Your account is ready.')
  await page.getByRole('link', { name: 'Sign In', exact: true }).last().click()
  await signIn(page, 'mere', newPassword)
  await heading(page, 'Quick-Start')
  await page.goto('/app/customers')
  await heading(page, 'Quick-Start')
  await page.goto(link)
  await says(page, "This link isn't valid any more.")
  await context.close()
})

test('a forgotten password is reset by mail, and the new one opens the door', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await says(page, "We'll send you instructions to reset your password by email.")
  await type(page, { Email: 'priya.sharma@harbourenergy.example' })
  await button(page, 'Send').click()
  await says(page, 'If we know that address, the instructions are on their way.')

  await page.goto(await linkMailedTo('priya.sharma@harbourenergy.example'))
  await says(page, 'Please enter your new password.')
  await type(page, { 'New password': 'too short', 'New password again': 'too short' })
  await button(page, 'Save').click()
  await says(page, 'Your password needs at least 16 characters.')
  await type(page, { 'New password': newPassword, 'New password again': newPassword })
  await button(page, 'Save').click()
  await says(page, 'Thanks. You have successfully reset your password.')
  await signIn(page, 'accounting', newPassword)
  await heading(page, /Kia ora, Priya/)
  await context.close()
})

// Shows: V6.2.3
test('a password is changed with the old one; other windows are asked for the new one', async () => {
  const here = await visitAs(browser, site.url, 'admin')
  const elsewhere = await visitAs(browser, site.url, 'admin')
  const { page } = here
  await page.goto('/app/password/change')
  await says(page, 'Please provide your old and new passwords.')
  const twice = { 'New password': newPassword, 'New password again': newPassword }
  await type(page, { 'Old password': 'not the old one at all', ...twice })
  await button(page, 'Save').click()
  await says(page, "That password isn't right. Please try again.")
  await type(page, { 'Old password': demoPassword })
  await button(page, 'Save').click()
  await says(page, 'Thanks. You have successfully changed your password.')
  await page.goto('/app/customers')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await elsewhere.page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await elsewhere.page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await here.context.close()
  await elsewhere.context.close()
})

test('two-factor sign-in is switched on and asks for the code from then on', async () => {
  const first = await visitAs(browser, site.url, 'manager')
  await first.page.goto('/app/profile/edit')
  await button(first.page, 'Switch on').click()
  const dialog = first.page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByAltText('Code to scan with the app').waitFor()
  const secret = Secret.fromBase32((await dialog.locator('code').textContent()) ?? '')
  const totp = new TOTP({ secret })
  await dialog.getByLabel('Code from your authenticator app').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Ok' }).click()
  await dialog.getByText('Keep these recovery codes').waitFor()
  const recovery = (await dialog.locator('code').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await first.page.getByText('On', { exact: true }).waitFor()
  await says(first.page, '10 recovery codes left')
  await first.context.close()

  const { page, context } = await visit(browser, site.url)
  await page.goto('/app/signin')
  await type(page, { Username: 'manager', Password: demoPassword })
  await button(page, 'Sign In').click()
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill('000000')
  await button(page, 'Sign In').click()
  await page.getByRole('alert').waitFor()
  // A code counts once, so the next one is used.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await button(page, 'Sign In').click()
  await heading(page, /Kia ora, Aroha/)
  await context.close()

  const lost = await visit(browser, site.url)
  await lost.page.goto('/app/signin')
  await type(lost.page, { Username: 'manager', Password: demoPassword })
  await button(lost.page, 'Sign In').click()
  await lost.page.getByLabel('Code from your authenticator app').fill(recovery)
  await button(lost.page, 'Sign In').click()
  await heading(lost.page, /Kia ora, Aroha/)
  await lost.context.close()
})

test('a passkey answers instead of the code, at sign-in and when proof is asked for', async () => {
  const { page, context } = await visitAs(browser, site.url, 'user')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/app/profile/edit')
  await button(page, 'Switch on').click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const secret = Secret.fromBase32((await dialog.locator('code').textContent()) ?? '')
  const code = new TOTP({ secret }).generate()
  await dialog.getByLabel('Code from your authenticator app').fill(code)
  await dialog.getByRole('button', { name: 'Ok' }).click()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await button(page, 'Add a passkey').click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await type(adding, { Name: 'My telephone' })
  await adding.getByRole('button', { name: 'Add a passkey' }).click()
  await says(page, 'Passkey added.')

  await page.goto('/app/signout')
  await type(page, { Username: 'user', Password: demoPassword })
  await button(page, 'Sign In').click()
  await button(page, 'Use a passkey').click()
  await heading(page, 'Edit User Profile')
  await site.owner.query("update sessions set proved_at = '2020-01-01'")
  await page.getByRole('button', { name: 'Remove My telephone' }).click()
  await button(page, 'Use a passkey').click()
  await says(page, 'Passkey removed.')
  await context.close()
})

test('somebody sees where they are signed in, and signs out elsewhere and everywhere', async () => {
  const elsewhere = await visitAs(browser, site.url, 'padmin')
  const { page, context } = await visitAs(browser, site.url, 'padmin')
  await page.goto('/app/profile/edit')
  const table = page.getByRole('table', { name: 'Your sessions' })
  await table.getByText('This one').waitFor()
  await table.getByRole('button', { name: /^Sign out of Chrome on/ }).click()
  await says(page, 'Signed out there.')
  await expect.poll(() => table.getByRole('button').count()).toBe(0)
  await elsewhere.page.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await elsewhere.page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  await button(page, 'Sign out everywhere').click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await says(page, 'You are signed out. You can sign back in below.')
  await context.close()
  await elsewhere.context.close()
})

test('an admin invites somebody by name, who accepts on the page of the mail', async () => {
  const admin = await visitAs(browser, site.url, 'other-admin')
  await admin.page.goto('/app/staffs')
  await button(admin.page, 'Members and roles').click()
  const dialog = admin.page.getByRole('dialog', { name: 'Members and roles' })
  await type(dialog, { 'Username or email': 'user' })
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const row = dialog.getByRole('row', { name: /^user/ })
  await row.getByText('Waiting').waitFor()
  await row.getByRole('button', { name: 'Send the invitation of user again' }).click()
  await says(admin.page, 'The invitation is on its way')

  const { rows } = await site.owner.query("select email from users where username = 'user'")
  const link = await linkMailedTo(rows[0]?.email)
  expect(link).toMatch(/^\/app\/invitation#/)
  const { page, context } = await visit(browser, site.url)
  await page.goto(link)
  await heading(page, 'Join Southern Utilities Brokers?')
  expect(await dialog.getByRole('table', { name: 'Members' }).textContent()).not.toContain('user')
  await button(page, 'Accept').click()
  await says(page, 'You now work in Southern Utilities Brokers. Sign in to begin.')
  await page.goto('/app/about')
  await page.goto(link)
  await heading(page, 'This link is closed')
  await context.close()
  await admin.context.close()
})

test('where there are several backends one is chosen above the password, and kept', async () => {
  const backend = { flag: '', locale: 'en-NZ', base_url: '', testing: false }
  const several = await startSite({
    backends: [
      { ...backend, code: 'north', name: 'North' },
      { ...backend, code: 'south', name: 'South' },
    ],
  })
  try {
    const { page, context } = await visit(browser, several.url)
    await page.goto('/app/signin')
    const field = page.getByRole('combobox', { name: 'Backend' })
    await field.click()
    await page.getByRole('option', { name: 'South' }).click()
    await signIn(page, 'manager')
    expect(await page.evaluate(`localStorage.getItem('backend_code')`)).toBe('south')
    await context.close()
  } finally {
    await several.close()
  }
})
