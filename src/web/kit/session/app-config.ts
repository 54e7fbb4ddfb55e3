import type { ShownSite } from '#domain/kit/shown.ts'

// The server writes these into the page, so that nothing waits for a call to know its name.
export interface Backend {
  code: string
  name: string
  flag: string
  locale: string
  base_url?: string | undefined
  organisation_id?: number | null | undefined
  testing?: boolean | undefined
}

export interface AppConfig {
  title: string
  version: string
  /** Which build of the screens this page is of; null where nobody built them. */
  build: string | null
  backends: Backend[]
  production: boolean
  /** The developer whose screens show testing mode; it grants nothing. */
  developer: string | null
  /** Whose address this is; null where it is nobody's in particular. */
  website: ShownSite | null
}

// §9: the version string of the product.
const fallback: AppConfig = {
  title: 'Switchboard',
  version: '2025-08-04',
  build: null,
  backends: [],
  production: false,
  developer: null,
  website: null,
}

function metaContent(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
}

function readConfig(): AppConfig {
  try {
    return { ...fallback, ...JSON.parse(metaContent('app-config')) }
  } catch {
    // The development server of the screens fills nothing in.
    return fallback
  }
}

export const appConfig = readConfig()
export const nonce = metaContent('nonce')

export type Environment = 'TEST' | 'DEV' | null

/** §1: TEST on a test host, DEV on this machine or a private network, nothing elsewhere. */
export function environmentOf(hostname: string): Environment {
  if (/(^|[.-])test([.-]|$)/.test(hostname)) return 'TEST'
  const isPrivate =
    /^(localhost|\[::1\]|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname) ||
    hostname.endsWith('.local')
  return isPrivate ? 'DEV' : null
}

/** §6: testing mode by the backend, the developer's name or the local address; for show only. */
export function isTesting(username: string | undefined): boolean {
  const { backends, developer } = appConfig
  const here = backends.find(({ base_url }) => base_url?.startsWith(location.origin))
  return (
    here?.testing === true ||
    (developer !== null && username === developer) ||
    /^(localhost|127\.0\.0\.1)$/.test(location.hostname)
  )
}
