import type { Download, Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { letLeave } from '#tests/support/run-queue.ts'

type Queued = Parameters<typeof letLeave>[0]

/** The input of a field of the record on screen, by the field's own name. */
export function field(page: Page, name: string): Locator {
  return page.locator(`#field-${name}`)
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

/**
 * Goes to another screen behind sign-in as a link would, without loading the page again, and waits
 * until it is there; a screen that is there already is loaded anew.
 */
export async function go(page: Page, path: string): Promise<void> {
  const { href, pathname } = new URL(path, page.url())
  if (href === page.url()) {
    await page.reload()
    return
  }
  // §2: every route that was reached is remembered.
  const forget = "localStorage.removeItem('last_routes')"
  const move = `history.pushState(null, '', ${JSON.stringify(href)})`
  await page.evaluate(`${forget}, ${move}, dispatchEvent(new PopStateEvent('popstate'))`)
  const isThere = async () => {
    const remembered = await page.evaluate<string>("localStorage.getItem('last_routes') ?? ''")
    return remembered.includes(`"${pathname}`)
  }
  const isReached = await vi
    .waitUntil(isThere, { timeout: 10_000, interval: 20 })
    .catch(() => false)
  // What holds a way inside the page back does not hold a load back.
  if (!isReached) await page.goto(href)
}

/** Types into the small forms, whose fields are known by their labels. */
export async function type(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(label, { exact: true }).fill(value)
}

/** Types into fields of records by their labels; the star of a needed one is part of its label. */
export async function typeLabelled(
  within: Page | Locator,
  values: Record<string, string>,
): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value)
}

/** Presses a button of the page, or of its menu, then the one that confirms it in the dialog. */
export async function act(
  page: Page,
  name: string,
  confirm: string,
  values: Record<string, string> = {},
): Promise<void> {
  const shown = button(page, name)
  const listed = page.getByRole('menuitem', { name, exact: true })
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await shown.or(more).first().waitFor()
  if ((await shown.count()) === 0) {
    await more.click()
    await shown.or(listed).first().waitFor()
  }
  // A button may come after the menu, with what the page read last.
  if ((await listed.count()) > 0) await listed.click()
  else await shown.click()
  const dialog = page.getByRole('dialog')
  await typeLabelled(dialog, values)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The same for what leaves the house: it is held for a moment, which is over at once here. */
export async function actAndLeave(site: Queued, page: Page, name: string): Promise<void> {
  await act(page, name, name)
  await letLeave(site)
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** Waits until the page says this, anywhere. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor()
}

export async function heading(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor()
}

/** A new customer with this name, made on screen; answers its id. */
export async function newCustomer(page: Page, values: Record<string, string>): Promise<number> {
  await go(page, '/app/customer/new')
  await fill(page, values)
  await button(page, 'Save').click()
  await page.waitForURL(/\/app\/customer\/details\?id=/)
  await heading(page, values.name ?? /./)
  return idIn(page)
}

export function idIn(page: Page): number {
  return Number(new URL(page.url()).searchParams.get('id'))
}

/** The address changes with the router, not with a load: it is asked until it fits. */
export async function addressIs(page: Page, expected: RegExp): Promise<void> {
  await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toMatch(expected)
}

/** The file of a list as machines read it: every column by its own name. */
export async function exportAll(page: Page): Promise<Download> {
  await button(page, 'Export').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All columns, with machine names' }).click(),
  ])
  return file
}
