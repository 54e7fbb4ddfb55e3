import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Finding {
  id: string
  impact: string
  help: string
  nodes: { html: string }[]
}

// The rows of a list are drawn by the same lines of code: the first ones stand for the others, all of
// which are looked at in the heavy run.
const laterRows = process.env.HEAVY ? [] : ['tbody > tr:nth-child(n+7)', 'ul > li:nth-child(n+7)']

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds serious or critical on the page as it is now, or in the named part of it. */
export async function axeFindings(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const context = { include: [within], exclude: laterRows }
  const runOnly = { type: 'tag', values: everyRule }
  // What is in order need not be described as well.
  const options = { runOnly, resultTypes: ['violations'] }
  const violations = await page.evaluate(
    async ([part, how]) => {
      // The script above has put axe on the page.
      const { axe } = globalThis as unknown as {
        axe: { run(part: object, options: object): Promise<{ violations: Finding[] }> }
      }
      return (await axe.run(part, how)).violations
    },
    [context, options] as const,
  )
  return violations
    .filter((found) => ['serious', 'critical'].includes(found.impact))
    .map((found) => `${found.id}: ${found.help}: ${found.nodes[0]?.html.slice(0, 160)}`)
}
