import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { button, field, fill, heading, newCustomer, says } from './steps.ts'

let site: Site
let browser: Browser
let tom: Page
let aroha: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  const [user, manager] = await Promise.all([
    visitAs(browser, site.url, 'user'),
    visitAs(browser, site.url, 'manager'),
  ])
  tom = user.page
  aroha = manager.page
  // Tom's clock can be moved on; it runs by itself otherwise.
  await tom.clock.install()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const renewEveryMs = 30_000

async function openForm(page: Page, id: number, name: string): Promise<void> {
  await page.goto(`/app/customer/edit?id=${id}`)
  await heading(page, name)
}

// Shows: E32
test('the second to open a record sees who holds it and since when, and cannot type', async () => {
  const id = await newCustomer(tom, { name: 'Whangārei Dairies' })
  await openForm(tom, id, 'Whangārei Dairies')
  await openForm(aroha, id, 'Whangārei Dairies')
  const banner = aroha.getByRole('status').filter({ hasText: 'Tom Fletcher' })
  await banner.getByText(/is working on this right now.*Since \d{1,2}:\d\d [ap]m\./).waitFor()
  expect(await field(aroha, 'city').isDisabled()).toBe(true)
  expect(await button(aroha, 'Save').isDisabled()).toBe(true)
})

test('a manager takes over; the first is told and keeps what they typed', async () => {
  const id = await newCustomer(tom, { name: 'Ōpōtiki Packhouse' })
  await openForm(tom, id, 'Ōpōtiki Packhouse')
  await fill(tom, { city: 'Ōpōtiki', phone: '07 555 3434' })
  await openForm(aroha, id, 'Ōpōtiki Packhouse')
  await button(aroha, 'Take over').click()
  await expect.poll(() => field(aroha, 'city').isEnabled()).toBe(true)

  await tom.clock.fastForward(renewEveryMs)
  await says(tom, /Aroha Tāwhiri is working on this right now/)
  await says(tom, /What you typed is still here/)
  expect(await field(tom, 'city').inputValue()).toBe('Ōpōtiki')
  await tom.keyboard.press('Control+s')
  await tom
    .getByRole('alert')
    .getByText(/Aroha Tāwhiri is working on this/)
    .waitFor()
  expect(await field(tom, 'phone').inputValue()).toBe('07 555 3434')
})

// Shows: R08, E32
test('when both have changed a record, each field is chosen and nothing is lost', async () => {
  const id = await newCustomer(tom, { name: 'Tokomaru Bay Store', city: 'Gisborne' })
  await openForm(tom, id, 'Tokomaru Bay Store')
  await fill(tom, { city: 'Tokomaru Bay', phone: '06 555 1212' })
  await openForm(aroha, id, 'Tokomaru Bay Store')
  await button(aroha, 'Take over').click()
  await fill(aroha, { city: 'Te Tairāwhiti', email: 'store@example.co.nz' })
  await button(aroha, 'Save').click()
  await says(aroha, 'Changes saved.')
  // She has left the form, which gives the lock back a moment later.
  await expect.poll(() => isHeld(id)).toBe(false)

  await button(tom, 'Save').click()
  const dialog = tom.getByRole('dialog', { name: 'Two people changed this' })
  await dialog.getByText(/^Aroha Tāwhiri changed this at \d{1,2}:\d\d [ap]m\./).waitFor()
  await dialog.getByText('Taken over from them: Email.').waitFor()
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  expect(await dialog.getByLabel('City: theirs').isChecked()).toBe(false)
  await dialog.getByLabel('City: yours').check()
  await save.click()
  await says(tom, 'Changes saved.')
  expect(await stored(id)).toEqual({
    city: 'Tokomaru Bay',
    phone: '+6465551212',
    email: 'store@example.co.nz',
  })
})

/** A draft of the demonstration that nobody has approved yet. */
async function draftIn(table: 'invoices' | 'bills', more = ''): Promise<number> {
  await scope(site.owner, 1)
  const status = table === 'invoices' ? 'invoice_status' : 'bill_status'
  const sql = `select id from ${table} where ${status} = 'draft' and deleted_at is null ${more}
    order by id limit 1`
  return Number((await site.owner.query(sql)).rows[0]?.id)
}

async function saveMerged(page: Page): Promise<void> {
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Two people changed this' })
  await dialog.getByText(/^Aroha Tāwhiri changed this at/).waitFor()
  const mine = dialog.getByRole('button', { name: 'All mine' })
  await mine.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

// Shows: R08, E32
test('two people on a draft invoice see each other, and neither overwrites the other', async () => {
  const id = await draftIn('invoices', 'and contract_id is not null and credits_id is null')
  const place = `/app/invoice/edit?id=${id}&edit=true`
  await tom.goto(place)
  await tom.getByLabel('Notes', { exact: true }).fill('Asked for on the phone')
  await aroha.goto(place)
  await says(aroha, /Tom Fletcher is working on this right now/)
  const discount = aroha.getByLabel('Discount', { exact: true }).first()
  expect(await discount.isDisabled()).toBe(true)
  expect(await button(aroha, 'Save').isDisabled()).toBe(true)
  await button(aroha, 'Take over').click()
  await discount.fill('3')
  await aroha.getByLabel('Notes', { exact: true }).fill('Three percent, as promised')
  await expect.poll(() => button(aroha, 'Save').isEnabled()).toBe(true)
  await button(aroha, 'Save').click()
  await button(aroha, 'Edit').waitFor()
  await expect.poll(() => isHeld(id)).toBe(false)
  // He comes back to his tab, where the invoice is read again behind the form.
  await tom.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await expect.poll(() => button(tom, 'Save').isEnabled()).toBe(true)
  await saveMerged(tom)
  await button(tom, 'Edit').waitFor()
  const sql = 'select discount_percent::float as discount, notes from invoices where id = $1'
  const { rows } = await site.owner.query(sql, [id])
  expect(rows).toEqual([{ discount: 3, notes: 'Asked for on the phone' }])
})

// Shows: R08, E32
test('two people on a draft bill see each other, and neither overwrites the other', async () => {
  const id = await draftIn('bills')
  const place = `/app/bill/edit?id=${id}&mode=edit`
  await tom.goto(place)
  await tom.getByLabel('Notes', { exact: true }).fill('Page two is missing')
  await aroha.goto(place)
  await says(aroha, /Tom Fletcher is working on this right now/)
  await button(aroha, 'Take over').click()
  await aroha.getByLabel('Total the supplier printed').fill('222.22')
  await aroha.keyboard.press('Control+s')
  await button(aroha, 'Save').waitFor({ state: 'detached' })
  await expect.poll(() => isHeld(id)).toBe(false)
  await saveMerged(tom)
  await button(tom, 'Save').waitFor({ state: 'detached' })
  const { rows } = await site.owner.query(
    'select printed_total::text as total, notes from bills where id = $1',
    [id],
  )
  expect(rows).toEqual([{ total: '222.22', notes: 'Page two is missing' }])
})

test('what is typed into the rules outlasts what somebody else stores meanwhile', async () => {
  const [mine, other] = [
    await visitAs(browser, site.url, 'admin'),
    await visitAs(browser, site.url, 'admin'),
  ]
  const rule = (page: Page, place: number) =>
    page.getByRole('checkbox', { disabled: false }).nth(place)
  const store = async (place: number) => {
    await rule(other.page, place).click()
    await button(other.page, 'Save').click()
    await expect.poll(() => button(other.page, 'Save').isEnabled()).toBe(false)
  }
  await other.page.goto('/app/bills/rules')
  await store(2)
  await mine.page.goto('/app/bills/rules')
  const before = [await rule(mine.page, 0).isChecked(), await rule(mine.page, 1).isChecked()]
  await rule(mine.page, 0).click()
  await store(1)
  await button(mine.page, 'Save').click()
  await says(mine.page, /changed this at/)
  const now = [await rule(mine.page, 0).isChecked(), await rule(mine.page, 1).isChecked()]
  expect(now).toEqual(before.map((isOn) => !isOn))
  await button(mine.page, 'Save').click()
  await says(mine.page, 'Bill rules saved.')
  await Promise.all([mine.context.close(), other.context.close()])
})

test('a lock is renewed while the form is open and given back when it is left', async () => {
  const id = await newCustomer(tom, { name: 'Akaroa Ferries' })
  const calls: string[] = []
  tom.on('response', (response) => {
    if (response.url().endsWith('/datalock'))
      calls.push(`${response.request().method()} ${response.status()}`)
  })
  await openForm(tom, id, 'Akaroa Ferries')
  await expect.poll(() => calls).toEqual(['PUT 201'])
  await tom.clock.fastForward(renewEveryMs)
  await expect.poll(() => calls).toEqual(['PUT 201', 'POST 261'])
  await tom.getByRole('navigation', { name: 'Menu' }).getByText('Home').click()
  await expect.poll(() => calls).toEqual(['PUT 201', 'POST 261', 'DELETE 262'])
  tom.removeAllListeners('response')
})

// Shows: R09
test('the lock of somebody whose computer died is free after a while', async () => {
  const id = await newCustomer(tom, { name: 'Hokitika Glass' })
  await openForm(aroha, id, 'Hokitika Glass')
  await expect.poll(() => field(aroha, 'city').isEnabled()).toBe(true)
  await openForm(tom, id, 'Hokitika Glass')
  await says(tom, /Aroha Tāwhiri is working on this right now/)
  await scope(site.owner, 1)
  await site.owner.query("update datalocks set renewed_at = now() - interval '151 seconds'")
  await tom.clock.fastForward(renewEveryMs)
  await expect.poll(() => field(tom, 'city').isEnabled()).toBe(true)
})

async function isHeld(id: number): Promise<boolean> {
  await scope(site.owner, 1)
  const sql = 'select exists (select from datalocks where object_path like $1) as held'
  return (await site.owner.query<{ held: boolean }>(sql, [`%edit?id=${id}`])).rows[0]?.held === true
}

async function stored(id: number): Promise<unknown> {
  await scope(site.owner, 1)
  const sql = 'select city, phone, email from customers where id = $1'
  return (await site.owner.query(sql, [id])).rows[0]
}
