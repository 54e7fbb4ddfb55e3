import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type Mail, type MailLine, mailCalls } from '#domain/mail/mail-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { secretsIn } from './mail-secrets.ts'

const PAGE = 100

const MAILS = sql<MailLine, [before: number, pattern: string]>`select id, mail_to, subject, status,
    attempts, error, created_at, sent_at from mails
  where id < $1 and (mail_to ilike $2 or subject ilike $2) order by id desc limit ${PAGE}`

async function listMails(ctx: Context, { before, q }: CheckedOf<typeof mailCalls.list>) {
  const pattern = `%${(q ?? '').replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    MAILS.all(conn, before ?? Number.MAX_SAFE_INTEGER, pattern),
  )
  return { data: rows }
}

const MAIL = sql<Mail & { links: string | null }, [id: number]>`select id, mail_to, mail_from,
    subject, text_plain, status, attempts, error, created_at, sent_at, links
  from mails where id = $1`

/** The outbox is all the post there is without a server for it; links of others are their readers'. */
const isOurs = ({ config }: Context, { status }: Mail) =>
  status === 'outbox' || (status === 'queued' && !config.smtpUrl)

async function readMail(ctx: Context, { id }: { id: number }) {
  const row = await ctx.database.read(scopeOf(ctx), (conn) => MAIL.one(conn, id))
  if (!row) throw new Problem('notFound', { fill: { what: 'mail' } })
  const { links, text_plain, ...rest } = row
  const open = secretsIn(ctx.config.secrets.fields, isOurs(ctx, row) ? links : null)
  return { data: { ...rest, text_plain: text_plain === null ? null : open(text_plain) } }
}

export const mailRoutes: Route[] = serve(mailCalls, {
  list: { run: listMails },
  get: { run: readMail },
})
