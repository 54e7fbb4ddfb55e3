import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { button, go, says } from './steps.ts'

const data = temporaryFolder()
let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ dataDir: data.path }), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
  data.remove()
})

const item = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const isFocused = (page: Page, name: string) =>
  page.locator('[role=treeitem]:focus', { hasText: name })

async function drop(page: Page, name: string, words: string) {
  const buffer = Buffer.from(words)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: `Download ${name}` }).waitFor()
}

test('the folders are walked, renamed and deleted with the keyboard alone', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await go(page, '/app/files')
  await item(page, 'Suppliers').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await item(page, 'All files').focus()
  const keys = page.keyboard
  for (const name of ['In no folder', 'Agreements', 'Mail', 'Proofs', 'Suppliers']) {
    await keys.press('ArrowDown')
    await isFocused(page, name).waitFor()
  }
  expect(await item(page, 'Suppliers').getAttribute('aria-expanded')).toBe('false')
  await keys.press('ArrowRight')
  await item(page, 'Price lists').waitFor()
  await keys.press('ArrowRight')
  await isFocused(page, 'Price lists').waitFor()
  await keys.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Rate cards')
  await keys.press('Enter')
  await item(page, 'Rate cards').waitFor()
  await item(page, 'Rate cards').focus()
  await keys.press('Enter')
  await page.getByText('Suppliers › Rate cards').first().waitFor()
  // Two are there already.
  await drop(page, 'rates.txt', 'Peak 31.2 c')
  await item(page, 'Rate cards').focus()
  await keys.press('Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('It holds 3 files, deleted together with it.').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Folder deleted.')
  await item(page, 'Rate cards').waitFor({ state: 'detached' })
  await item(page, 'Deleted').click()
  await button(page, 'Restore Rate cards').click()
  await says(page, 'Folder restored with 3 files.')
  await item(page, 'Suppliers').focus()
  await keys.press('ArrowLeft')
  await item(page, 'Rate cards').waitFor({ state: 'detached' })
  expect(troubles.filter((words) => !words.includes('476'))).toEqual([])
  await context.close()
})

test('files are found, moved to another folder together and told by what they hang on', async () => {
  const { page, context, troubles } = await visitAs(browser, site.url, 'manager')
  await go(page, '/app/customer/details?id=1&tab=files')
  await drop(page, 'passport.txt', 'Passport seen by Aroha')
  await go(page, '/app/files')
  const link = page.getByRole('list', { name: 'Files' }).getByRole('link', { name: /^Customer / })
  await link.first().waitFor()
  expect(await link.first().getAttribute('href')).toBe('/app/customer/details?id=1')
  await drop(page, 'agreed.txt', 'Agreed on the phone')
  await page.getByRole('textbox', { name: 'Search files' }).fill('passp')
  await page.getByRole('button', { name: 'Download agreed.txt' }).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Search files' }).fill('')
  for (const name of ['passport.txt', 'agreed.txt'])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByText('2 files chosen').waitFor()
  await button(page, 'Download as ZIP').waitFor()
  await button(page, 'Move').click()
  await page.getByRole('combobox', { name: 'To folder' }).fill('Identity')
  await page.getByRole('option', { name: 'Proofs › Identity' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await says(page, '2 files moved.')
  await page.setViewportSize({ width: 390, height: 844 })
  await item(page, 'Proofs').focus()
  await page.keyboard.press('ArrowRight')
  await item(page, 'Identity').click()
  await page.getByRole('button', { name: 'Download passport.txt' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
  expect(troubles).toEqual([])
  await context.close()
})
