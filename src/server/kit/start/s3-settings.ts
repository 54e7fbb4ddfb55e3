import { isIP } from 'node:net'
import { z } from 'zod'
import { refusal } from './refusal.ts'
import { weaknessOf } from './weak-secret.ts'

/** A store that speaks S3, for the bytes of files. */
export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is the first part of the path; otherwise it is the first part of the host's name. */
  isPathStyle: boolean
}

export const s3Environment = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must look like https://s3.example.co.nz' })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must look like ap-southeast-2')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.stringbool().default(true),
}
type S3Environment = z.infer<z.ZodObject<typeof s3Environment>>

const needed = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

// Providers give out secrets of 31 characters and more.
const MIN_SECRET = 20

/** None where nothing is said of one; half of what it needs would put files somewhere else. */
export function s3Settings(env: S3Environment, production: boolean): S3Settings | undefined {
  const missing = needed.filter((name) => !env[name])
  if (missing.length === needed.length) return undefined
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey)
    throw refusal(
      `The file store is named in part only; missing: ${missing.join(', ')}.\n` +
        'Set all of them, or none to keep files in FILES_DIR.',
    )
  if (/[?#]|\/\/[^/]*@/.test(endpoint) || new URL(endpoint).pathname !== '/')
    throw refusal('S3_ENDPOINT is a host alone: no path, no name and no password in it.')
  // A number has no names below it.
  if (!env.S3_PATH_STYLE && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')))
    throw refusal(
      'S3_ENDPOINT must be a name where S3_PATH_STYLE is off: the bucket goes before it.',
    )
  if (production) refuseUnsafe(endpoint, secretAccessKey)
  return {
    endpoint: new URL(endpoint).origin,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    isPathStyle: env.S3_PATH_STYLE,
  }
}

function refuseUnsafe(endpoint: string, secret: string): void {
  if (!endpoint.startsWith('https:'))
    throw refusal('S3_ENDPOINT must begin with https: customers’ files go there.')
  const weakness = weaknessOf(secret, MIN_SECRET)
  if (weakness)
    throw refusal(`S3_SECRET_ACCESS_KEY ${weakness}. Have the store give you another one.`)
}
