import { isInformation } from '#domain/access/information-pages.ts'
import { appConfig } from './app-config.ts'

const collector = 'https://www.google-analytics.com/g/collect'

/**
 * Counts a look at an information page where the website has an analytics key. The page is named and
 * nobody is: no script of others runs here, no cookie is set, and whoever asks not to be tracked is not.
 * Whoever came in by another page is not counted: its policy lets nothing out.
 */
export function countView(path: string): void {
  const key = appConfig.website?.analytics_key
  const isUnwanted = navigator.doNotTrack === '1' || 'globalPrivacyControl' in navigator
  if (!key || isUnwanted || !isInformation(firstPath())) return
  const visit = crypto.randomUUID()
  const address = `${location.origin}${path}`
  const query = new URLSearchParams({ v: '2', tid: key, cid: visit, en: 'page_view', dl: address })
  void fetch(`${collector}?${query}`, { method: 'POST', mode: 'no-cors' }).catch(() => undefined)
}

/** Where this tab loaded the page that it has been on since. */
function firstPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return URL.parse(loaded?.name ?? '')?.pathname ?? ''
}
