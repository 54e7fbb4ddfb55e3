import type { ShownSite } from '#domain/kit/shown.ts'
import type { Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'

/** What is written into the head of a page besides what its screens show. */
export interface Site extends ShownSite {
  favicon_url: string | null
  keywords: string | null
  facebook_key: string | null
}

interface Parts {
  config: Pick<Config, 'backends' | 'demo'>
  database: Database
  clock: Clock
}

const ORGANISATIONS = sql<{ id: number }>`select id from organisations
  where is_active and deleted_at is null and demonstration_number is null order by id limit 2`

const SITE = sql<Site, [organisation_id: number]>`select company_name, slogan, logo_url,
    website_url, privacy_url, terms_url, copyright, author, contact_name, analytics_key,
    favicon_url, keywords, facebook_key
  from websites where organisation_id = $1 and deleted_at is null limit 1`

const KEPT_MS = 30_000
const kept = new WeakMap<Database, Map<number, { until: number; site: Site | null }>>()

/**
 * Whose address a host is: the organisation of the backend that is reached there, else the only one
 * there is, in a demonstration the first. An address of several is nobody's and shows no one's name.
 */
export async function siteOf(parts: Parts, host: string): Promise<Site | null> {
  const { database, clock } = parts
  const sites = kept.get(database) ?? new Map()
  kept.set(database, sites)
  // 0 stands for every host that is no backend's: they all lead to the same place.
  const named = backendOf(parts, host) ?? 0
  const now = clock.now().getTime()
  const known = sites.get(named)
  if (known && known.until > now) return known.site
  // A page is served although its decoration cannot be read.
  const site = await readSite(parts, named).catch(() => null)
  sites.set(named, { until: now + KEPT_MS, site })
  return site
}

function backendOf({ config }: Parts, host: string): number | undefined {
  const isHere = (url: string) => url !== '' && URL.parse(url)?.host === host
  return config.backends.find(({ base_url }) => isHere(base_url))?.organisation_id
}

async function readSite({ config, database }: Parts, named: number): Promise<Site | null> {
  const nobody = { organisation_id: null, user_id: null }
  const all = named ? [] : await database.read(nobody, (conn) => ORGANISATIONS.all(conn))
  const only = all.length === 1 || config.demo ? all[0]?.id : undefined
  const organisation_id = named || only
  if (!organisation_id) return null
  const scope = { organisation_id, user_id: null }
  return (await database.read(scope, (conn) => SITE.one(conn, organisation_id))) ?? null
}
