import { expect } from 'vitest'
import type { Visit } from './browser.ts'

/** What would have run, and what on the page would run once somebody clicks or points at it. */
const ACTING = `(() => {
  const all = [...document.querySelectorAll('*')]
  const acts = (one) => one.getAttributeNames().some((name) => /^on|^srcdoc$/.test(name)) ||
    ['href', 'action', 'formaction', 'data'].some((name) =>
      /^[s\0-\x20]*(javascript|data|vbscript):/i.test(one.getAttribute(name) ?? ''))
  const ran = globalThis.__xss === undefined ? [] : ['something ran']
  return [...ran, ...all.filter(acts).map((one) => one.outerHTML.slice(0, 200))]
})()`

/** Nothing on the page acts that somebody wrote; says how often the words of it stand there. */
export async function expectHarmless({ page, troubles }: Visit, path: string): Promise<number> {
  await expect
    .poll(() => page.locator('[aria-busy="true"], .mantine-Skeleton-root').count())
    .toBe(0)
  expect(await page.evaluate(ACTING), path).toEqual([])
  expect(troubles.splice(0), path).toEqual([])
  return page.getByText('__xss').count()
}
