import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/accessibility.ts'
import { openBrowser, type Visit, visitAs } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { addressIs, button, exportAll, field, fill, go, heading, says } from './steps.ts'

let site: Site
let browser: Browser
let visit: Visit
let page: Page
const left: string[] = []

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  visit = await visitAs(browser, site.url, 'manager')
  page = visit.page
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== site.url) left.push(request.url())
  })
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.close()
})

const map = () => page.getByRole('application', { name: /^Map\./ })
const squares = () => map().locator('.leaflet-marker-pane > div[title]')
const list = () => page.getByRole('region', { name: 'In sight' })

/** How many customers the line under the heading counts. */
async function inSight(): Promise<number> {
  const line = await page.getByText(/^[\d,]+ customers? in sight/).textContent()
  return Number.parseInt(line?.replaceAll(',', '') ?? '', 10)
}

test('the map is there without any other server, with the country, its towns and everybody', async () => {
  await go(page, '/app/map')
  await squares().first().waitFor()
  expect(await map().locator('.leaflet-land-pane path').count()).toBeGreaterThan(10)
  await map().getByText('Christchurch', { exact: true }).waitFor()
  const titles = `[...document.querySelectorAll('.leaflet-marker-pane > div')].map((one) => one.title)`
  const counts = (await page.evaluate<string[]>(titles)).map((title) => Number.parseInt(title, 10))
  const { rows } = await site.owner.query<{ n: number }>(
    `select count(*)::int as n from customers where deleted_at is null and latitude is not null
       and organisation_id = scope_organisation()`,
  )
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(rows[0]?.n)
  expect(await inSight()).toBe(rows[0]?.n)
  expect(await axeFindings(page, 'main')).toEqual([])
  expect(left).toEqual([])
})

// Shows: R34
test('by the keyboard the map is moved and read, and somebody of it is opened', async () => {
  const all = await inSight()
  await map().focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('+')
  await expect.poll(inSight).toBeLessThan(all)
  await go(page, '/app/map?filter=medical')
  await list().getByText('Mere Ngata and Wiremu Ngata').waitFor()
  await list().getByRole('button', { name: 'Show Mere Ngata and Wiremu Ngata on the map' }).focus()
  await page.keyboard.press('Enter')
  await addressIs(page, /at=-36\.8.*,174\.7.*,16/)
  await list().getByRole('link', { name: 'Mere Ngata and Wiremu Ngata' }).focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Mere Ngata and Wiremu Ngata')
})

test('whoever leaves while the map is moving takes nothing of it along', async () => {
  await go(page, '/app/map?at=-36.87,174.77,12')
  await squares().first().waitFor()
  await map().focus()
  await page.keyboard.press('ArrowRight')
  // The address is another one while the map still moves, and then the screen is.
  await go(page, '/app/tasks?list=mine')
  await heading(page, 'Tasks')
  const isSettled = 'new Promise((done) => setTimeout(done, 600))'
  await page.evaluate(isSettled)
  expect(new URL(page.url()).search).not.toContain('at=')
})

test('a rectangle is a list, a file and a message to everybody in it', async () => {
  await go(page, '/app/map?at=-36.87,174.77,12')
  await squares().first().waitFor()
  await button(page, 'Draw an area').click()
  const place = await map().boundingBox()
  if (!place) throw new Error('The map is not there.')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await page.mouse.move(x - 200, y - 200)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 3 })
  await page.mouse.move(x + 200, y + 200, { steps: 3 })
  await page.mouse.up()
  await addressIs(page, /area=174/)
  const inArea = page.getByRole('region', { name: 'In the area' })
  const words = await inArea.getByText(/^\d+ customers?$/).textContent()
  const count = Number.parseInt(words ?? '', 10)
  expect(count).toBeGreaterThan(3)
  expect(await axeFindings(page, 'main')).toEqual([])

  await page.getByRole('link', { name: 'Open as a list' }).click()
  await heading(page, 'Customers on the map')
  await says(page, new RegExp(`^${count} customers`))
  const file = await exportAll(page)
  expect(file.suggestedFilename()).toMatch(/^customers.*\.csv$/)
  await page.getByRole('link', { name: 'Back to the map' }).click()
  await inArea.getByText(`${count} customers`, { exact: true }).waitFor()
  await button(page, 'Write to these').click()
  await addressIs(page, /bulkmessage\?id=/)
  await says(page, 'in the area that was chosen')
  await fill(page, { subject: 'A fault near you', text_base: 'Kia ora' })
  await button(page, 'Save and look').click()
  await says(page, new RegExp(`^\\d+ (person|people) of ${count} gets? it$`))
})

test('who is not on the map is listed, and put there by hand', async () => {
  await go(page, '/app/map')
  await page.getByRole('link', { name: /not on the map$/ }).click()
  await heading(page, 'Not on the map')
  await page.getByRole('main').getByRole('link', { name: 'Ngāti Kahu Marae Trust' }).click()
  await heading(page, 'Ngāti Kahu Marae Trust')
  await page.getByRole('link', { name: 'Put on the map' }).click()
  await heading(page, 'Map')
  const latitude = page.getByLabel('Latitude')
  await latitude.fill('-10')
  await says(page, 'That place is not in New Zealand.')
  await latitude.fill('-34.99')
  await page.getByLabel('Longitude').fill('173.46')
  expect(await axeFindings(page, 'main')).toEqual([])
  await button(page, 'Put it here').click()
  await says(page, 'Put there. It stays there until somebody moves it.')
  const { rows } = await site.owner.query(
    `select latitude::float8, longitude::float8, location_source from customers
     where name = 'Ngāti Kahu Marae Trust'`,
  )
  expect(rows).toEqual([{ latitude: -34.99, longitude: 173.46, location_source: 'manual' }])
})

test('dragged, it stays where it was let go', async () => {
  await go(page, '/app/customers?where=name.eq:Westhaven%20Marine')
  await page.getByRole('main').getByRole('link', { name: 'Westhaven Marine' }).first().click()
  await page.getByRole('link', { name: /^Show on the map/ }).click()
  const grip = map().locator('[title="Drag it to where it is"]')
  await grip.waitFor()
  const latitude = page.getByLabel('Latitude')
  const before = Number(await latitude.inputValue())
  const at = await grip.boundingBox()
  if (!at) throw new Error('There is nothing to drag.')
  await page.mouse.move(at.x + 14, at.y + 14)
  await page.mouse.down()
  await page.mouse.move(at.x + 14, at.y + 60, { steps: 4 })
  await page.mouse.move(at.x + 14, at.y + 114, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Number(await latitude.inputValue())).toBeLessThan(before - 0.0005)
  await button(page, 'Put it here').click()
  await says(page, 'Put there. It stays there until somebody moves it.')
})

test('a suburb and a town are offered while an address is typed, and none is forced', async () => {
  await go(page, '/app/customer/new')
  await field(page, 'city').pressSequentially('whangar')
  await page.getByRole('option', { name: /^Whangārei/ }).click()
  expect(await field(page, 'city').inputValue()).toBe('Whangārei')
  await field(page, 'suburb').pressSequentially('te aro')
  await page.getByRole('option', { name: 'Te Aro Wellington' }).waitFor()
  await field(page, 'suburb').fill('Nowhere in particular')
  await fill(page, { name: 'Typed freely' })
  await page.keyboard.press('Control+s')
  await heading(page, 'Typed freely')
  await says(page, 'Nowhere in particular')
  expect(visit.troubles).toEqual([])
  expect(left).toEqual([])
})

test('in the dark and on a phone everything can be read and pressed', async () => {
  for (const look of [{ dark: true }, { width: 390, height: 844 }]) {
    const other = await visitAs(browser, site.url, 'manager', look)
    await go(other.page, '/app/map')
    await other.page.locator('.leaflet-marker-pane > div[title]').first().waitFor()
    expect(await axeFindings(other.page, 'main')).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - innerWidth'
    expect(await other.page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
    expect(other.troubles).toEqual([])
    await other.context.close()
  }
})
