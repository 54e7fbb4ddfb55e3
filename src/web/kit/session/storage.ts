import type { Backend } from './app-config.ts'

// §9: what local storage holds, and nothing else of a session.
const sessionKeys = [
  'token',
  'backend_code',
  'backend_name',
  'backend_flag',
  'backend_locale',
  'base_url',
  'organisation_id',
] as const
type SessionKey = (typeof sessionKeys)[number]

// Not in the specification: our choice. Comforts of this browser, kept over sign-out.
const comfortKeys = ['colour_scheme', 'density', 'shortcuts', 'last_routes'] as const
type ComfortKey = (typeof comfortKeys)[number] | 'recent_records'

export function readStored(key: SessionKey | ComfortKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: SessionKey | ComfortKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A browser that keeps nothing still works until the page is closed.
  }
}

/** §4: signing out clears the token and the choice of backend. */
export function clearSessionKeys(): void {
  for (const key of sessionKeys) writeStored(key, null)
}

/** What stays when a session's storage is emptied: looks and addresses, no names. */
export function readComforts(): [ComfortKey, string | null][] {
  return comfortKeys.map((key) => [key, readStored(key)])
}

export function writeComforts(kept: [ComfortKey, string | null][]): void {
  for (const [key, value] of kept) writeStored(key, value)
}

export function storeBackend(backend: Backend): void {
  writeStored('backend_code', backend.code)
  writeStored('backend_name', backend.name)
  writeStored('backend_flag', backend.flag)
  writeStored('backend_locale', backend.locale)
  writeStored('base_url', backend.base_url ?? location.origin)
  writeStored('organisation_id', backend.organisation_id?.toString() ?? null)
}

export function readJson<T>(key: ComfortKey, fallback: T): T {
  try {
    return JSON.parse(readStored(key) ?? '') ?? fallback
  } catch {
    return fallback
  }
}
