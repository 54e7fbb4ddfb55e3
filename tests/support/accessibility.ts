import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Finding {
  id: string
  impact: string
  help: string
  nodes: { html: string }[]
}

/** What axe finds serious or critical on the page as it is now, or in the named part of it. */
export async function axeFindings(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (part) => {
    // The script above has put axe on the page.
    const { axe } = globalThis as unknown as {
      axe: { run(part: string, options: object): Promise<{ violations: Finding[] }> }
    }
    const result = await axe.run(part, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // What is in order need not be described as well.
      resultTypes: ['violations'],
    })
    return result.violations
  }, within)
  return violations
    .filter((found) => ['serious', 'critical'].includes(found.impact))
    .map((found) => `${found.id}: ${found.help}: ${found.nodes[0]?.html.slice(0, 160)}`)
}
