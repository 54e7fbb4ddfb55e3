import { lookCalls, MAX_LOGO_BYTES } from '#domain/identity/look-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { created } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm, uploadedFile } from '#server/kit/http/uploaded-file.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { shownLookOf } from './look-of.ts'
import { prepareLogo } from './prepare-logo.ts'

const KEEP = sql<
  never,
  [
    organisation_id: number | null,
    sha256: string,
    media_type: string,
    width: number,
    height: number,
    bytes: Buffer,
  ]
>`insert into logos (organisation_id, sha256, media_type, width, height, bytes)
  values ($1, $2, $3, $4, $5, $6) on conflict (organisation_id, sha256) do nothing`

async function uploadLogo(
  ctx: Context,
  conn: Conn,
  { content }: CheckedOf<typeof lookCalls.upload>,
) {
  const logo = await prepareLogo(ctx.config, uploadedFile(content))
  const { media_type, width, height, bytes } = logo
  const sha256 = digestOf(bytes).toString('hex')
  await KEEP.run(conn, ctx.actor.organisation_id, sha256, media_type, width, height, bytes)
  return { status: created, data: { logo: sha256, width, height }, message: 'Logo uploaded.' }
}

/** The look of what customers get, and the picture in it. */
export const lookRoutes: Route[] = serve(lookCalls, {
  upload: {
    receive: fileForm({ file: 'content', maxBytes: MAX_LOGO_BYTES }),
    write: uploadLogo,
  },
  look: {
    run: async (ctx) => ({ data: await ctx.database.read(scopeOf(ctx), shownLookOf) }),
  },
})
