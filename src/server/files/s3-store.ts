import { bytesIn, callS3, textOf } from '#server/integrations/s3-client.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import type { S3Settings } from '#server/kit/start/s3-settings.ts'
import { piecesOf, withReader } from './byte-reader.ts'
import { fingerprintIn, nameOfBytes } from './bytes-name.ts'
import type { BytesOf, FileStore, KeptBytes, StoreFault } from './file-store.ts'

/** A bucket that every server reaches. An object is there whole or not at all: S3 promises that. */
export function s3Store(settings: S3Settings): FileStore {
  return {
    name: `${settings.endpoint}/${settings.bucket}`,
    keep: (bytes, from) => keepObject(settings, bytes, from),
    pieces: (bytes) => piecesIn(settings, bytes),
    discard: async (bytes) => {
      const key = nameOfBytes(bytes)
      const answer = await callS3(settings, { method: 'DELETE', key }).catch(unlessMissing)
      answer?.resume()
    },
    list: (organisation_id) => objectsIn(settings, `${organisation_id}/`),
    isEmpty: async () => {
      for await (const _one of objectsIn(settings, '')) return false
      return true
    },
    fault: () => faultOf(settings),
  }
}

/** Its fingerprint is signed along with the call: the store refuses bytes that arrive otherwise. */
async function keepObject(settings: S3Settings, bytes: BytesOf, from: string): Promise<void> {
  await withReader(from, async (reader) => {
    const { sha256 } = bytes
    const body = { size: reader.size, sha256, pieces: () => piecesOf(reader) }
    const answer = await callS3(settings, { method: 'PUT', key: nameOfBytes(bytes), body })
    answer.resume()
  })
}

async function* piecesIn(settings: S3Settings, bytes: BytesOf): AsyncGenerator<Buffer> {
  const answer = await callS3(settings, { method: 'GET', key: nameOfBytes(bytes) })
  try {
    yield* bytesIn(answer)
  } finally {
    answer.destroy()
  }
}

const PART = '250'
const MAX_PARTS = 1_000_000

async function* objectsIn(settings: S3Settings, prefix: string): AsyncGenerator<KeptBytes> {
  let last = ''
  for (let part = 0; part < MAX_PARTS; part += 1) {
    // The first kind of list: it goes on after a name, and every store knows it.
    const query = { 'max-keys': PART, prefix, ...(last && { marker: last }) }
    const text = await textOf(bytesIn(await callS3(settings, { method: 'GET', key: '', query })))
    for (const [, one = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      last = valueIn(one, 'Key')
      const sha256 = fingerprintIn(last)
      if (sha256) yield { sha256, kept_at: new Date(valueIn(one, 'LastModified')) }
    }
    if (valueIn(text, 'IsTruncated') !== 'true') return
  }
}

// Names of ours hold nothing that XML has to spell in another way.
function valueIn(xml: string, tag: string): string {
  const [, after = ''] = xml.split(`<${tag}>`, 2)
  return after.split('<', 1)[0] ?? ''
}

function unlessMissing(error: unknown): undefined {
  if (sqlStateOf(error) !== 'ENOENT') throw error
}

const NOTHING = { organisation_id: 0, sha256: '0'.repeat(64) }

/** Asks for what cannot be there: only a store that knows us says that it is not. */
async function faultOf(settings: S3Settings): Promise<StoreFault | null> {
  try {
    for await (const _piece of piecesIn(settings, NOTHING));
    return null
  } catch (error) {
    if (sqlStateOf(error) === 'ENOENT') return null
    const said = error instanceof Error ? error.message : String(error)
    return { reason: said, isPassing: !/answered [34]/.test(said) }
  }
}
