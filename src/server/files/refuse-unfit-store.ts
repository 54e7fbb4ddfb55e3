import type { Config } from '#server/kit/start/config.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { fileStoreOf } from './file-store.ts'

/**
 * A store that does not know us is a mistake of the configuration and ends the start. One that is
 * away may come back: everything but files works without it.
 */
export async function refuseUnfitStore(config: Config, log: (line: string) => void): Promise<void> {
  const store = fileStoreOf(config)
  const fault = await store.fault()
  if (!fault) return
  if (!fault.isPassing)
    throw refusal(
      `The file store ${store.name} cannot be used. ${fault.reason}.\n` +
        'Check S3_BUCKET, S3_REGION and the two keys, which need the right to list, read, write ' +
        'and delete in that bucket.',
    )
  log(`Files wait until their store is back. ${fault.reason}.`)
}
