import { type PublicFile, publicFileCalls } from '#domain/files/public-file-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { limitPublicLink, linkContext, openPublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { FILE_LINK } from './file-link.ts'
import { shownLookOf } from './look-of.ts'
import {
  type KnownFile,
  knownFile,
  provedFile,
  refuseQuarantined,
  streamOf,
} from './open-content.ts'

const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
// In a quarter of an hour.
const READS = 120
const FETCHES = 30

const IS_KEPT = sql<{ id: number }, [id: number]>`
  select id from files where id = $1 and deleted_at is null`

/** The file behind the link; 469 for one that is no longer kept. */
async function behindLink(ctx: Context, conn: Conn, id: number): Promise<KnownFile> {
  const known = (await IS_KEPT.one(conn, id)) && (await knownFile(ctx, conn, id))
  if (!known) throw new Problem('tokenInvalid')
  refuseQuarantined(known)
  return known
}

async function readFile(ctx: Context): Promise<Answer<PublicFile>> {
  const link = await openPublicLink(ctx, FILE_LINK)
  await limitPublicLink(ctx, link, 'file_read', READS)
  const reader = linkContext(ctx, link, 'Customer')
  const data = await ctx.database.read(scopeOf(reader), async (conn) => {
    const { name, size_bytes } = await behindLink(reader, conn, link.object_id)
    return { look: await shownLookOf(conn), name, size_bytes, expires_at: link.expires_at }
  })
  return { data, headers }
}

/** Always to be saved: nothing that somebody uploaded is shown in a page of ours. */
async function readContent(ctx: Context): Promise<Answer<null>> {
  const link = await openPublicLink(ctx, FILE_LINK)
  await limitPublicLink(ctx, link, 'file_content', FETCHES)
  const reader = linkContext(ctx, link, 'Customer')
  const known = await ctx.database.write(scopeOf(reader), async (conn) => {
    const found = await behindLink(reader, conn, link.object_id)
    const opened = { object_class: 'file', object_id: found.id, action: 'download' }
    await recordHistory(conn, reader, opened)
    return found
  })
  const { open } = await provedFile(reader, known)
  return {
    file: { name: known.name, type: 'application/octet-stream', stream: streamOf(open()) },
    headers,
  }
}

/** A file that went with a text message, for whoever was sent its link. */
export const publicFileRoutes: Route[] = serve(publicFileCalls, {
  read: { run: readFile },
  content: { run: readContent },
})
