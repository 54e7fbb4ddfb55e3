import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { TemplateWords } from '#domain/messaging/template/render-template.ts'
import { standardOf, type TemplateKey } from '#domain/messaging/template/standards.ts'
import type { BrokerField } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface OwnTemplate extends TemplateWords {
  id: number
  version: number
  tone: MessageTone
  purpose: MessagePurpose
}

interface FoundTemplates {
  own: OwnTemplate | null
  platform: (TemplateWords & { tone: MessageTone }) | null
  name: string
  phone: string | null
  email: string | null
  gst_number: string | null
  address: string
}

// A key without words of its own may have those of another: they are asked for in their order. One
// that was chosen and advertises by now is none of a service: it would need the reader's consent.
const IN_FORCE = sql<
  FoundTemplates,
  [keys: readonly string[], chosen: number | null, context: string | null]
>`
  select (select row_to_json(t) from (
      select m.id, m.version, m.tone, m.purpose, m.subject, m.text_base, m.text_loop, m.html
      from messagetemplates m
      where (m.key = any($1) or (m.id = $2 and m.context = $3 and m.purpose = 'service'))
        and m.type = 'email' and m.is_active and m.deleted_at is null
      order by m.id is not distinct from $2 desc, array_position($1, m.key) limit 1) t) as own,
    (select row_to_json(t) from (
      select p.tone, p.subject, p.text_base, p.text_loop, p.html from platformtemplates p
      where p.key = any($1) and p.deleted_at is null
      order by array_position($1, p.key), p.id desc limit 1) t) as platform,
    coalesce(o.trading_name, o.name) as name, o.phone, o.email, o.gst_number,
    concat_ws(', ', o.street, o.suburb, nullif(concat_ws(' ', o.city, o.postcode), '')) as address
  from organisations o where o.id = scope_organisation()`

/** The words a mail has now, and what it may say of the broker itself. */
export interface InForceTemplate {
  words: TemplateWords
  own: OwnTemplate | null
  /** Of the platform’s words, where these are in force. */
  platform_tone: MessageTone | null
  source: 'own' | 'platform' | 'standard'
  broker: Record<BrokerField, string | null>
}

/** The organisation's own words win over the platform's, and these over those in the program. */
export async function templateInForce(
  conn: Conn,
  key: TemplateKey,
  chosen: number | null = null,
): Promise<InForceTemplate> {
  const found = await IN_FORCE.one(conn, keysOf(key), chosen, standardOf(key).context)
  if (!found) throw new Error('A mail belongs to an organisation.')
  const { own, platform } = found
  return {
    words: own ?? platform ?? builtIn(key),
    own,
    platform_tone: own ? null : (platform?.tone ?? null),
    source: own ? 'own' : platform ? 'platform' : 'standard',
    broker: brokerOf(found),
  }
}

export function keysOf(key: TemplateKey): string[] {
  const { otherwise } = standardOf(key)
  return otherwise ? [key, otherwise] : [key]
}

export function builtIn(key: TemplateKey): TemplateWords {
  const { subject, text_base, text_loop } = standardOf(key)
  return { subject, text_base, text_loop, html: null }
}

function brokerOf(found: FoundTemplates): InForceTemplate['broker'] {
  return {
    broker_name: found.name,
    broker_phone: found.phone && formatPhone(found.phone),
    broker_email: found.email,
    broker_address: found.address,
    broker_gst_number: found.gst_number && formatGstNumber(found.gst_number),
  }
}

/** What every mail may say of the broker. */
export async function brokerFields(conn: Conn): Promise<InForceTemplate['broker']> {
  const found = await IN_FORCE.one(conn, [], null, null)
  if (!found) throw new Error('A mail belongs to an organisation.')
  return brokerOf(found)
}

const PLATFORM = sql<TemplateWords, [keys: readonly string[]]>`
  select subject, text_base, text_loop, html from platformtemplates
  where key = any($1) and deleted_at is null order by array_position($1, key), id desc limit 1`

/** The words that are in force as long as an organisation gives a mail none. */
export async function standardInForce(conn: Conn, key: TemplateKey) {
  const platform = await PLATFORM.one(conn, keysOf(key))
  return platform
    ? { ...platform, in_force: 'platform' as const }
    : { ...builtIn(key), in_force: 'standard' as const }
}
