import { rm } from 'node:fs/promises'
import type { Upload } from '#domain/kit/upload.ts'
import type { Context } from '#server/kit/http/context.ts'
import { spool } from '#server/kit/http/spool.ts'
import { uploadOf } from '#server/kit/http/uploaded-file.ts'

/** Has a call take a file, as if a form had brought it. */
export async function withFile<T>(
  { config }: Context,
  content: string | Uint8Array,
  send: (upload: Upload) => Promise<T>,
): Promise<T> {
  const place = await spool(config, [Buffer.from(content)])
  try {
    return await send(uploadOf(place))
  } finally {
    // What is kept lies elsewhere by now.
    await rm(place.path, { force: true })
  }
}
