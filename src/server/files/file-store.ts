import type { Config } from '#server/kit/start/config.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

// Bytes are stored under their own fingerprint: nothing a client says is ever part of a path, and
// what is read is proved to be what was written.

/** Whose bytes, and which. */
export interface BytesOf {
  organisation_id: number | null
  sha256: string
}

export interface KeptBytes {
  sha256: string
  kept_at: Date
}

/** Where the bytes of files are: a folder, or a store that several servers share. */
export interface FileStore {
  /** In an operator's words. */
  name: string
  /** The bytes of a file on the disk, which stays there: whole and to last, or not at all. */
  keep(bytes: BytesOf, from: string): Promise<void>
  /** A piece at a time; ends with an error ENOENT where they are not. */
  pieces(bytes: BytesOf): AsyncGenerator<Buffer>
  discard(bytes: BytesOf): Promise<void>
  /** Everything that is kept for an organisation, in no order. */
  list(organisation_id: number): AsyncGenerator<KeptBytes>
  isEmpty(): Promise<boolean>
  /** Why it cannot be used, for whoever starts a server; null where nothing speaks against it. */
  fault(): Promise<StoreFault | null>
}

export interface StoreFault {
  reason: string
  /** It may be back in a minute, and only files wait for it. */
  isPassing: boolean
}

export function fileStoreOf({ filesDir, s3 }: Pick<Config, 'filesDir' | 's3'>): FileStore {
  return s3 ? s3Store(s3) : folderStore(filesDir)
}
