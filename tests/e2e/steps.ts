import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The input of a field of the record on screen, by the field's own name. */
export function field(page: Page, name: string): Locator {
  return page.locator(`#field-${name}`)
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

/** Goes to another screen as a link would, without loading the page again. */
export async function go(page: Page, path: string): Promise<void> {
  const move = `history.pushState(null, '', ${JSON.stringify(path)})`
  await page.evaluate(`${move}, dispatchEvent(new PopStateEvent('popstate'))`)
}

/** Types into the small forms, whose fields are known by their labels. */
export async function type(within: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await within.getByLabel(label, { exact: true }).fill(value)
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
  await page.goto('/app/customer/new')
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
