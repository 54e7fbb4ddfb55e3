import type { TemplateSummary } from '#domain/messaging/messagetemplate-calls.ts'
import {
  type ContextName,
  standardOf,
  type TemplateKey,
  templateKeys,
} from '#domain/messaging/template/standards.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

interface OwnRow {
  id: number
  key: TemplateKey | null
  name: string
  type: 'email' | 'sms'
  context: ContextName
  subject: string | null
  is_active: boolean
  modified_at: string
}

const OWN = sql<OwnRow>`select id, key, name, type, context, subject, is_active, modified_at
  from messagetemplates where deleted_at is null order by name limit 500`

interface PlatformRow {
  key: TemplateKey
  subject: string
  modified_at: string
}

const PLATFORM = sql<PlatformRow>`select key, subject, modified_at from platformtemplates
  where deleted_at is null order by id desc`

/** Every mail with whose words it has now, then what is chosen by hand. */
export async function templateOverview(ctx: Context) {
  const [own, platform] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([OWN.all(conn), PLATFORM.all(conn)]),
  )
  const keyed = templateKeys.map((key) => summaryOf(key, own, platform))
  const byHand = own
    .filter((row) => row.key === null || row.type === 'sms')
    .map(({ id, ...row }): TemplateSummary => ({ ...row, in_force: 'own', template_id: id }))
  return { data: [...keyed, ...byHand] }
}

function summaryOf(
  key: TemplateKey,
  own: readonly OwnRow[],
  platform: readonly PlatformRow[],
): TemplateSummary {
  const standard = standardOf(key)
  const mine = own.find((row) => row.key === key && row.type === 'email')
  const theirs = platform.find((row) => row.key === key)
  const inUse = mine?.is_active ? mine : theirs
  return {
    key,
    name: standard.name,
    type: 'email',
    context: standard.context,
    in_force: mine?.is_active ? 'own' : theirs ? 'platform' : 'standard',
    template_id: mine?.id ?? null,
    is_active: mine?.is_active ?? true,
    subject: inUse?.subject ?? standard.subject,
    modified_at: inUse?.modified_at ?? null,
  }
}
