import { addressOf } from '#server/identity/mail-texts.ts'
import { makePublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/** What a link to a file opens. */
export const FILE_LINK = 'file'

/** Words on a phone stay there; what they open does not. */
const LINK_DAYS = 30

/** The address at which whoever gets it fetches one file; its secret stands in the fragment. */
export async function makeFileLink(
  ctx: Pick<Context, 'clock' | 'config'> & { actor: Pick<Context['actor'], 'organisation_id'> },
  conn: Conn,
  file_id: number,
): Promise<string> {
  const opens = { object_class: FILE_LINK, object_id: file_id, days: LINK_DAYS }
  return addressOf(ctx.config, `/file/#${await makePublicLink(ctx, conn, opens)}`)
}

/** The same, as long and opening nothing: for words that are only being looked at. */
export const emptyFileLink = ({ config }: Context): string =>
  addressOf(config, `/file/#${'-'.repeat(43)}`)
