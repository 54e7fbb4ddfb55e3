import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { scope } from '#tests/support/world.ts'
import { addressIs, button, field, go, says } from './steps.ts'

let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  page = (await visitAs(browser, site.url, 'admin')).page
  await scope(site.owner, 1)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const row = (name: RegExp) => page.getByRole('row', { name })
/** The server's turn at what was asked for. */
const change = () => runQueue(site, {}, 'change-rows')
const firstRow = () => page.getByRole('table').getByRole('link').first()

// Shows: E05
test('the row below a list adds up every row that matches, not only those of the page', async () => {
  await go(page, '/app/customers?where=customer_status.in:active')
  const { rows } = await site.owner.query<{ owed: string }>(
    `select to_char(sum(balance_total), 'FM999,999,990.00') as owed from customers
     where organisation_id = 1 and deleted_at is null and customer_status = 'active'`,
  )
  const total = row(/^Total/)
  await total.getByText(rows[0]?.owed ?? 'none', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a field to filter by is found by a part of its name', async () => {
  await go(page, '/app/customers')
  await button(page, 'Add filter').click()
  await page.getByRole('textbox', { name: 'Search the fields' }).fill('trading')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Trading name contains').fill('a')
  await button(page, 'Apply').click()
  await addressIs(page, /where=trading_name\.like:a/)
})

// Shows: E05
test('selecting rows moves none of them', async () => {
  await page.goto('/app/customers')
  await firstRow().waitFor()
  const top = async () => (await page.getByRole('table').boundingBox())?.y
  const before = await top()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await says(page, '1 customer selected')
  expect(await top()).toBe(before)
  await button(page, 'Clear the selection').click()
})

// Shows: R34, E06
test('a due day is changed in the list with the keyboard, and taken back', async () => {
  await go(page, '/app/tasks?columns=subject,due_date,reminder_date,staff_id')
  await firstRow().waitFor()
  const first = page.getByRole('row').nth(1)
  const before = await first.getByRole('cell').nth(2).textContent()
  await page.keyboard.press('j')
  await page.keyboard.press('F2')
  await page.getByRole('form', { name: 'Change Due' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('24/12/2026')
  await page.keyboard.press('Tab')
  // Tab saves and goes to the next field of the row; Esc leaves that one as it is.
  await page.getByRole('form', { name: 'Change Remind on' }).waitFor()
  await page.keyboard.press('Escape')
  await says(page, 'Due changed.')
  const changed = page.getByRole('row', { name: /24\/12\/2026/ })
  await changed.waitFor()
  await button(page, 'Undo').focus()
  await page.keyboard.press('Enter')
  await changed.waitFor({ state: 'detached' })
  await page
    .getByRole('cell', { name: before ?? '' })
    .first()
    .waitFor()
})

// Shows: E06
test('whoever changes in a list what somebody else has changed is told, and decides', async () => {
  await go(page, '/app/suppliers')
  await firstRow().waitFor()
  const name = await firstRow().textContent()
  await page.evaluate('document.activeElement?.blur()')
  await page.keyboard.press('j')
  await site.owner.query(
    `update suppliers set short_name = 'Theirs', version = version + 1, modified_at = now()
     where organisation_id = 1 and name = $1`,
    [name],
  )
  await button(page, `Change Short name of ${name}`).click()
  const form = page.getByRole('form', { name: 'Change Short name' })
  await form.getByLabel('Short name').fill('Mine')
  await page.keyboard.press('Enter')
  await form.getByText('Now: Theirs').waitFor()
  await form.getByRole('button', { name: 'Save mine' }).click()
  await says(page, 'Short name changed.')
  await page.getByRole('cell', { name: 'Mine' }).waitFor()
})

// Shows: E07
test('many rows get the same value after a look at which, and each says what became of it', async () => {
  await go(page, '/app/tasks?columns=subject,due_date,staff_id')
  await firstRow().waitFor()
  for (const place of [1, 2])
    await page
      .getByRole('checkbox')
      .nth(place + 1)
      .check()
  await button(page, 'Change').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Due from now on').fill('31/12/2026')
  await dialog.getByText(/^2 tasks would change/).waitFor()
  await dialog.getByRole('button', { name: 'Change 2 tasks' }).click()
  await says(page, 'Changing Due: 0 of 2 tasks.')
  // It goes on without the page, and is told of again.
  await page.reload()
  await says(page, 'Changing Due: 0 of 2 tasks.')
  expect(await axeFindings(page)).toEqual([])
  await change()
  await says(page, 'Due of 2 tasks changed.')
  await button(page, 'What became of each').click()
  await dialog.getByText('2 tasks changed.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Download what failed' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Ok' }).click()
  const due = async () => {
    const { rows } = await site.owner.query(
      "select 1 from tasks where organisation_id = 1 and due_date = '2026-12-31'",
    )
    return rows.length
  }
  expect(await due()).toBe(2)
  await button(page, 'Undo').click()
  await says(page, 'Putting back Due: 0 of 2 tasks.')
  await change()
  await says(page, 'Due of 2 tasks put back.')
  expect(await due()).toBe(0)
})

// Shows: E07
test('what was not possible for some rows comes as a file, without formulas', async () => {
  const { rows } = await site.owner.query(
    `update tasks set subject = '=1+1' where id = (select min(id) from tasks
       where organisation_id = 1 and deleted_at is null and task_status = 'open') returning id`,
  )
  await go(page, '/app/tasks?where=task_status.in:open&order=id')
  await page.getByRole('link', { name: '=1+1' }).waitFor()
  for (const place of [1, 2])
    await page
      .getByRole('checkbox')
      .nth(place + 1)
      .check()
  await button(page, 'Change').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Due from now on').fill('30/12/2026')
  await dialog.getByText(/^2 tasks would change/).waitFor()
  // Somebody else deletes the first of them in this moment.
  await site.owner.query('update tasks set deleted_at = now() where id = $1', [rows[0]?.id])
  await dialog.getByRole('button', { name: 'Change 2 tasks' }).click()
  await says(page, 'Changing Due: 0 of 2 tasks.')
  await change()
  await says(page, 'Due of 1 task changed, 1 not.')
  const notice = page.getByRole('alert').filter({ hasText: 'changed, 1 not.' })
  await notice.getByRole('button', { name: 'What became of each' }).click()
  await dialog.getByText('1 task changed, 1 not.').waitFor()
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download what failed' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^tasks-failed-\d{4}-.+\.csv$/)
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
  expect(head).toBe('\ufeff"id","name","reason"')
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^"${rows[0]?.id}","'=1\\+1",".+"$`))])
  await dialog.getByRole('button', { name: 'Ok' }).click()
})

// Shows: E03
test('a view is shared under a name, opens the list for whoever wants it, and All is still all', async () => {
  await go(page, '/app/suppliers?q=energy')
  await button(page, 'Save view').click()
  await page.getByLabel('Name of the view').fill('Energy')
  await page.getByLabel('Share with everybody').check()
  await page.keyboard.press('Enter')
  await says(page, 'View “Energy” is there for everybody.')
  const { page: other, context } = await visitAs(browser, site.url, 'user')
  await other.goto('/app/suppliers')
  const views = other.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Shared Energy' }).click()
  await button(other, 'View Energy').click()
  expect(await other.getByRole('menuitem', { name: 'Remove' }).count()).toBe(0)
  await other.getByRole('menuitem', { name: 'Open the list with this view' }).click()
  await views.getByLabel('Opens first').waitFor()
  await other.goto('/app/home')
  await other.getByRole('navigation', { name: 'Menu' }).getByText('Suppliers').click()
  await addressIs(other, /suppliers\?q=energy/)
  await views.getByRole('link', { name: /^All/ }).click()
  await addressIs(other, /suppliers$/)
  await context.close()
})

// Shows: E03
test('a list that stands among others keeps views of its own, and opens with the chosen one', async () => {
  const asFirst = async (name: string) => {
    await button(page, 'Save view').click()
    await page.getByLabel('Name of the view').fill(name)
    await page.keyboard.press('Enter')
    await button(page, `View ${name}`).click()
    await page.getByRole('menuitem', { name: 'Open the list with this view' }).click()
    await page.getByLabel('Opens first').waitFor()
    await go(page, '/app/home')
  }
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await go(page, '/app/transactions?order=transaction_date')
  await asFirst('Oldest first')
  await menu.getByText('Transactions', { exact: true }).click()
  await addressIs(page, /transactions\?order=transaction_date$/)
  await go(page, '/app/invoicepayments?kind=suppliers&where=payment_status.in:draft')
  await asFirst('To approve')
  await menu.getByText('Invoice Payments').click()
  await page.getByRole('link', { name: 'Payments to Suppliers' }).click()
  await addressIs(page, /kind=suppliers&where=payment_status/)
  // What is kept for money out is no view of money in, and All is still all.
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'All' }).click()
  await addressIs(page, /invoicepayments\?kind=suppliers$/)
  await page.getByRole('link', { name: 'Payments from Customers' }).click()
  await views.getByRole('link', { name: 'With credit left' }).waitFor()
  expect(await views.getByRole('link', { name: 'To approve' }).count()).toBe(0)
  await go(page, '/app/messages?tab=bulk&order=id')
  await button(page, 'Save view').waitFor()
  for (const place of [
    '/app/messages?tab=history',
    '/app/messages?tab=undelivered',
    '/app/directdebits',
  ]) {
    await go(page, place)
    await views.getByRole('link', { name: 'All' }).waitFor()
  }
})

test('lists count a contract as expiring from the day the organisation chose, as Home does', async () => {
  const { page: visitor, context } = await visitAs(browser, site.url, 'user')
  await site.owner.query(
    `insert into organisationconfigs (organisation_id, name, value)
     values (1, 'contract_expiring_days', '45')`,
  )
  const { rows } = await site.owner.query<{ ending: number }>(
    `select count(*)::int as ending from customers t where t.organisation_id = 1
       and t.deleted_at is null and t.customer_status = 'active'
       and exists (select from contracts k where k.customer_id = t.id and k.deleted_at is null
         and k.contract_status = 'active' and not k.is_open_plan
         and k.date_end between current_date and current_date + 45)`,
  )
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(request.url()))
  await visitor.goto('/app/customerlists')
  const card = visitor.getByRole('navigation', { name: 'Questions' }).getByRole('link').first()
  await card.getByText(String(rows[0]?.ending), { exact: true }).waitFor()
  expect(await visitor.getByRole('radio', { name: '45' }).isChecked()).toBe(true)
  expect(asked.filter((url) => /expiring.*days=/.test(url))).toEqual([])
  await visitor.getByText('180', { exact: true }).click()
  await addressIs(visitor, /days=180/)
  await visitor.goto('/app/contracts')
  const views = visitor.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: /^Expiring in 45 days/ }).click()
  await says(visitor, /ends? within 45 days/)
  await site.owner.query("delete from organisationconfigs where name = 'contract_expiring_days'")
  await context.close()
})

// Shows: E28
test('on a phone rows are cards that say what is what, and what is done stays at the thumb', async () => {
  const { page: phone, context } = await visitAs(browser, site.url, 'admin')
  await phone.setViewportSize({ width: 390, height: 844 })
  const box = async (place: Locator) => {
    const found = await place.boundingBox()
    return found ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  await phone.goto('/app/customers?q=auckland')
  const card = phone.getByRole('list', { name: 'Customers' }).getByRole('listitem').first()
  await card.getByText('City', { exact: true }).waitFor()
  for (const target of [
    card.locator('label').first(),
    phone.getByRole('navigation', { name: 'Views' }).getByRole('link').first(),
    button(phone, 'Add filter'),
    button(phone, 'More'),
  ])
    expect((await box(target)).height).toBeGreaterThanOrEqual(44)
  expect(await axeFindings(phone)).toEqual([])
  await phone.goto('/app/supplier/edit?id=1')
  await field(phone, 'name').waitFor()
  const save = await box(button(phone, 'Save'))
  expect(save.height).toBeGreaterThanOrEqual(44)
  expect(save.y + save.height).toBeGreaterThan(844 - 24)
  await phone.goto('/app/home')
  const tiles = phone.getByRole('main').getByRole('link').filter({ hasText: /\d/ })
  await tiles.nth(1).waitFor()
  expect((await box(tiles.nth(0))).y).toBe((await box(tiles.nth(1))).y)
  await context.close()
})

// Shows: E05, E07
test('what is done to selected rows is done to all that match, after the same last look', async () => {
  await page.goto('/app/invoices?where=invoice_status.in:draft')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  const all = page.getByRole('button', { name: /^Select all \d+ that match$/ })
  const count = Number((await all.textContent())?.replaceAll(/\D/g, ''))
  expect(count).toBeGreaterThan(1)
  await all.click()
  await says(page, `All ${count} invoices that match selected`)
  await button(page, 'Post run').waitFor()
  await button(page, 'Approve').click()
  const look = page.getByRole('dialog', { name: 'Approve the invoices?' })
  await look
    .getByRole('checkbox', { name: /^Include / })
    .first()
    .waitFor()
  expect(await look.getByRole('checkbox', { name: /^Include / }).count()).toBe(count)
  await look.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Clear the selection').click()
})

test('of more rows than one selection takes, it says which are selected', async () => {
  await site.owner.query(
    `insert into customers (organisation_id, name, customer_status)
     select 1, 'Crowd ' || n, 'active' from generate_series(1, 10050) n`,
  )
  const select = async (address: string) => {
    await page.goto(address)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check()
  }
  await select('/app/customers?q=crowd')
  await button(page, 'Select the first 1,000 that match').click()
  await says(page, 'The first 1,000 customers that match selected')
  expect(await button(page, 'Write to these').count()).toBe(0)
  await select('/app/customers')
  await button(page, 'Select the first 10,000 that match').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Select all that match').click()
  await says(page, 'All of more than 10,000 customers that match selected')
  await button(page, 'Write to these').waitFor()
  expect(await button(page, 'More for these').count()).toBe(0)
}, 120_000)

// Shows: E05
test('no amount of a list is cut, whichever view was looked at before', async () => {
  const own = await visitAs(browser, site.url, 'admin', { width: 1400 })
  const cut = `[...document.querySelectorAll('tr[data-row] td[data-right]')]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`
  await go(own.page, '/app/bills?where=bill_status.in%3Aapproved')
  await own.page.getByRole('cell', { name: '276.28' }).waitFor()
  await go(own.page, '/app/bills')
  await own.page.getByRole('cell', { name: '29,525.15' }).first().waitFor()
  await expect.poll(() => own.page.evaluate<string[]>(cut)).toEqual([])
  await own.context.close()
})
