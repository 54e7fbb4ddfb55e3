import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { demoPassword } from '#tests/support/demo-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { act, addressIs, button, field, fill, go, heading, says, type } from './steps.ts'

let site: Site
let browser: Browser
let aroha: Page
let admin: Page
let payee: { id: number; name: string; reference: string }

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const people = [visitAs(browser, site.url, 'manager'), visitAs(browser, site.url, 'admin')]
  const [first, second] = await Promise.all(people)
  if (!first || !second) throw new Error('Two people are needed.')
  aroha = first.page
  admin = second.page
  payee = await paidNext()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** A supplier whose approved payment waits for the bank; two people look at accounts from now on. */
async function paidNext() {
  await scope(site.owner, 1)
  await site.owner.query(
    `insert into organisationconfigs (organisation_id, name, value)
     values (1, 'payee_second_person', 'true')`,
  )
  const { rows } = await site.owner.query(
    `select s.id, s.name, p.reference from billpayments p join suppliers s on s.id = p.supplier_id
     where p.payment_status = 'approved' and p.deleted_at is null order by p.id limit 1`,
  )
  const { id, name, reference } = rows[0]
  return { id: Number(id), name: String(name), reference: String(reference) }
}

const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const history = (page: Page) => page.getByRole('region', { name: 'Bank account history' })

test('a manager who gives a supplier a new account says the password again and waits', async () => {
  await site.owner.query(
    `update sessions set proved_at = now() - interval '10 minutes'
     where user_id = (select id from users where username = 'manager')`,
  )
  await go(aroha, `/app/supplier/edit?id=${payee.id}`)
  await heading(aroha, payee.name)
  await fill(aroha, { bank_account_number: makeBankAccount('06', '0287', 77_001) })
  await button(aroha, 'Save').click()
  const proof = aroha.getByRole('form', { name: 'Confirm it is you' })
  await type(proof, { Password: demoPassword })
  await proof.getByRole('button', { name: 'Ok' }).click()
  await says(aroha, 'The bank account changes when a second person has confirmed it.')
  await banner(aroha, 'A new bank account waits for a second person.').waitFor()
  expect(await button(aroha, 'Confirm').count()).toBe(0)
  await button(aroha, 'Withdraw').waitFor()
  await history(aroha).getByText('Change asked for').waitFor()
})

test('an admin sees who asked and what for, and confirms it', async () => {
  await go(admin, `/app/supplier/details?id=${payee.id}`)
  await banner(admin, 'A new bank account waits').getByText('Aroha Tāwhiri asked on').waitFor()
  await act(admin, 'Confirm', 'Confirm')
  await banner(admin, 'Payments wait until').waitFor()
  await history(admin).getByText('Confirmed and changed').waitFor()
})

test('the next file for the bank leaves the supplier out and says who changed what', async () => {
  await go(aroha, '/app/invoicepayments?kind=suppliers&where=payment_status.in:approved')
  await aroha.getByRole('checkbox', { name: `Select ${payee.reference}` }).check()
  await button(aroha, 'Bank file').click()
  const dialog = aroha.getByRole('dialog')
  await dialog.getByText('1 payment left out').waitFor()
  await dialog.getByText(/account was changed on .* by Aroha Tāwhiri, confirmed by/).waitFor()
  const write = dialog.getByRole('button', { name: 'Write 0 payments' })
  expect(await write.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('once somebody has called the supplier, its payment stands in the file with a mark', async () => {
  await go(admin, `/app/supplier/details?id=${payee.id}`)
  await act(admin, 'Release', 'Release', { Reason: 'Spoke to Vanessa on the number from 2024' })
  await history(admin).getByText('Released for payment').waitFor()
  await button(aroha, 'Bank file').click()
  const dialog = aroha.getByRole('dialog')
  await dialog.getByText(/^Changed \d\d \w{3} \d{4}$/).waitFor()
  await dialog.getByText(/^by Aroha Tāwhiri, confirmed by/).waitFor()
  await dialog.getByRole('button', { name: 'Write 1 payment', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('new words of a mail stand beside the old ones until another admin confirms them', async () => {
  await site.owner.query(
    `insert into organisationconfigs (organisation_id, name, value)
     values (1, 'template_second_person', 'true')`,
  )
  const { page: second, context } = await visitAs(browser, site.url, 'padmin')
  await go(admin, '/app/messagetemplate/edit?key=receipt')
  await field(admin, 'subject').fill('Thank you for {{amount}}')
  await button(admin, 'Save').click()
  await says(admin, 'It is used when a second person has confirmed it.')
  await addressIs(admin, /messagetemplate\/edit\?id=\d+/)
  const id = new URL(admin.url()).searchParams.get('id')
  const waiting = (page: Page) => page.getByRole('region', { name: 'Receipt: new words' })
  await waiting(admin).getByText('In use').waitFor()
  expect(await button(admin, 'Confirm').count()).toBe(0)
  await go(second, `/app/messagetemplate/edit?id=${id}`)
  await act(second, 'Confirm', 'Confirm')
  await waiting(second).waitFor({ state: 'detached' })

  // Whoever has the form open keeps others from it, but not from confirming.
  for (const page of [admin, second]) await go(page, '/app/messagetemplates')
  await go(second, `/app/messagetemplate/edit?id=${id}`)
  await field(second, 'subject').fill('Paid: {{amount}}')
  await button(second, 'Save').click()
  await waiting(second).getByText('Paid: {{amount}}').waitFor()
  expect(await field(second, 'subject').inputValue()).toBe('Thank you for {{amount}}')
  expect(await axeFindings(second, 'main')).toEqual([])
  await go(admin, `/app/messagetemplate/edit?id=${id}`)
  await act(admin, 'Refuse', 'Refuse', { Reason: 'Nobody would know what it is' })
  await waiting(admin).waitFor({ state: 'detached' })
  await context.close()
})

test('words on every paper wait on the page of settings', async () => {
  await go(admin, '/app/settings')
  await button(admin, 'Change: Words at the foot').click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Words at the foot').fill('Open from 9 to 5.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(admin, /when a second person has confirmed it/)
  const waiting = admin.getByRole('region', { name: 'Words at the foot: new words' })
  await waiting.getByText('Open from 9 to 5.').waitFor()
  await act(admin, 'Withdraw', 'Withdraw')
  await waiting.waitFor({ state: 'detached' })
})
