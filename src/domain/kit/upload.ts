import { z } from 'zod'

/** What is told of a file that came with a call: enough to know it when it is sent again. */
export interface Upload {
  sha256: string
}

export const missingUpload = 'Send the file itself, as multipart/form-data.'

const received = new WeakSet<object>()

/** A file that has come in; whoever reads forms makes it, and nobody else can. */
export function receivedUpload(sha256: string): Upload {
  const upload = { sha256 }
  received.add(upload)
  return upload
}

export function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && received.has(value)
}

/** Clients cannot make one: it is only ever the file that came with the call. */
export const uploadSchema = z
  .custom<Upload>(isUpload, missingUpload)
  .meta({ type: 'string', format: 'binary' })
