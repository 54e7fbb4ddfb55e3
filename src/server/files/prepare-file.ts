import type { MediaType } from '#domain/files/media-type.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Spooled } from '#server/kit/http/spool.ts'
import { withReader } from './byte-reader.ts'
import { detectType } from './detect-type.ts'

/** A file that may be taken in, as it will be kept. */
export interface PreparedFile extends Spooled {
  media_type: MediaType
}

/** Everything about a file that its bytes decide, before anything is locked for it. */
export async function prepareFile(given: Spooled, name: string): Promise<PreparedFile> {
  if (given.size === 0) throw badField('content', 'That file is empty.')
  const media_type = await withReader(given.path, (reader) => detectType(reader, name))
  if (!media_type) throw new Problem('unsupportedMedia')
  return { ...given, media_type }
}
