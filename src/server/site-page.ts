import { isInformation } from '#domain/access/information-pages.ts'
import type { Site } from './website/site.ts'

const COLLECTOR = 'https://www.google-analytics.com'

interface AskedPage {
  path: string
  nonce: string
  tiles: string | undefined
  site: Site | null
}

/** What a page may load and tell: our own, and what the website's settings name. */
export function pageCsp({ path, nonce, tiles, site }: AskedPage): string {
  const named = [site?.logo_url, site?.favicon_url].flatMap((url) => originOf(url))
  const pictures = ["'self'", 'data:', ...(tiles ? [tiles] : []), ...new Set(named)]
  // Only pages of words are counted: from those with anybody's data nothing goes anywhere else.
  const isCounted = site?.analytics_key && isInformation(path)
  const told = ["'self'", ...(isCounted ? [COLLECTOR] : [])]
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${pictures.join(' ')}`,
    "font-src 'self'",
    `connect-src ${told.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The origin of a web address as a policy may hold it; none where it is anything else. */
function originOf(url: string | null | undefined): string[] {
  const { protocol, host, origin } = (url && URL.parse(url)) || {
    protocol: '',
    host: '',
    origin: '',
  }
  return /^https?:$/.test(protocol) && /^[\w.:-]+$/.test(host) ? [origin] : []
}

/** The head of the page with what the website says of itself. */
export function headFor(page: string, site: Site | null): string {
  if (!site) return page
  const { favicon_url, keywords, author, slogan, facebook_key } = site
  const metas = [
    ...meta('name', 'description', slogan),
    ...meta('name', 'keywords', keywords),
    ...meta('name', 'author', author),
    ...meta('property', 'fb:app_id', facebook_key),
  ]
  const icon = `<link rel="icon" href="${escapeAttribute(favicon_url ?? '')}" />`
  // What the policy would not load is no address of a picture either.
  const withIcon =
    originOf(favicon_url).length > 0 ? page.replace(/<link rel="icon"[^>]*>/, () => icon) : page
  return withIcon.replace('<title>', () => `${metas.join('')}<title>`)
}

function meta(kind: 'name' | 'property', name: string, content: string | null): string[] {
  return content ? [`<meta ${kind}="${name}" content="${escapeAttribute(content)}" />`] : []
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
