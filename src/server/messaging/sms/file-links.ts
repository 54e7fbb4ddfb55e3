import { makeFileLink } from '#server/files/file-link.ts'
import { admittedFile } from '#server/files/open-content.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

const LINK = /\S+\/file\/#[\w-]{43}/g
const LINKS_BELOW = /(?:\n\S+\/file\/#[\w-]{43})+$/

/** A link to each, made in the name of somebody who may open it. */
export async function fileLinks(
  ctx: Context,
  conn: Conn,
  file_ids: readonly number[],
): Promise<string[]> {
  const links: string[] = []
  for (const id of file_ids) {
    await admittedFile(ctx, conn, id)
    links.push(await makeFileLink(ctx, conn, id))
  }
  return links
}

/** What somebody typed, without the links that were put below it. */
export const withoutFileLinks = (text: string): string => text.replace(LINKS_BELOW, '')

/** The same words with links that open from now on, where they are sent once more. */
export async function withFreshLinks(
  ctx: Context,
  conn: Conn,
  text: string,
  file_ids: readonly number[],
): Promise<string> {
  const links = await fileLinks(ctx, conn, file_ids)
  return text.replace(LINK, (link) => links.shift() ?? link)
}
