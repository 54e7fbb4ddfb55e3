import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { sqlStateOf } from '#server/kit/database/database.ts'
import type { S3Settings } from '#server/kit/start/s3-settings.ts'

/** What is sent along with a call: its length is said beforehand, and its fingerprint is signed. */
export interface S3Body {
  size: number
  sha256: string
  /** Anew for every try. */
  pieces(): AsyncIterable<Buffer>
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Of an object; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: S3Body | undefined
}

// Who waits for a file holds a transaction open, which the database ends after fifteen seconds.
const SILENCE_MS = 6000
const PAUSES_MS = [100, 400]
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * One call of the store's. What is not there is an error ENOENT, as on a disk; everything else that
 * keeps the store from doing it is a disk's trouble, with the store's own word for whoever reads logs.
 */
export async function callS3(settings: S3Settings, call: Call): Promise<IncomingMessage> {
  for (let tries = 0; ; tries += 1) {
    const pause = PAUSES_MS[tries]
    try {
      const answer = await send(settings, call)
      const { statusCode = 0 } = answer
      if (statusCode >= 200 && statusCode < 300) return answer
      const said = await codeIn(answer)
      if (pause === undefined || !(statusCode >= 500 || statusCode === 429))
        throw troubleOf(statusCode, said)
    } catch (error) {
      if (isTold(error)) throw error
      if (pause === undefined || sqlStateOf(error) !== 'ECONNRESET') throw unreachable(error)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function send(settings: S3Settings, call: Call): Promise<IncomingMessage> {
  const url = addressOf(settings, call)
  const { method, body } = call
  const { accessKeyId, secretAccessKey, region } = settings
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
    headers: { 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  })
  const { headers } = await signer.sign()
  const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    method,
    headers: { ...Object.fromEntries(headers), 'content-length': body?.size ?? 0 },
    timeout: SILENCE_MS,
  })
  request.on('timeout', () => request.destroy(new Error('It has fallen silent.')))
  const answered = once(request, 'response') as Promise<[IncomingMessage]> // As Node documents it.
  answered.catch(() => undefined)
  if (body) {
    // A store that refuses does so before it has read everything, and its answer says why.
    await Promise.race([pipeline(Readable.from(body.pieces()), request), answered])
  } else request.end()
  const [answer] = await answered
  return answer
}

/** The bucket stands before the key, or before the host's name. */
export function addressOf(
  settings: Pick<S3Settings, 'endpoint' | 'bucket' | 'isPathStyle'>,
  { key, query }: Pick<Call, 'key' | 'query'>,
): URL {
  const url = new URL(settings.endpoint)
  if (settings.isPathStyle) url.pathname = `/${settings.bucket}${key && `/${key}`}`
  else {
    url.hostname = `${settings.bucket}.${url.hostname}`
    url.pathname = `/${key}`
  }
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return url
}

const MAX_ANSWER = 4 * 2 ** 20

/** The whole of an answer that is meant to be read as text. */
export async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer) {
    size += piece.length
    if (size > MAX_ANSWER) throw troubleOf(200, 'more than was asked for')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function codeIn(answer: IncomingMessage): Promise<string> {
  const text = await textOf(answer).catch(() => '')
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
}

const told = Symbol('told')
const isTold = (error: unknown) => error instanceof Error && told in error

function trouble(code: 'ENOENT' | 'ENOSPC' | 'EIO', message: string): Error {
  return Object.assign(new Error(message), { code, [told]: true })
}

function troubleOf(status: number, said: string): Error {
  const message = `The file store answered ${status} ${said}`.trim()
  if (status === 404 && said !== 'NoSuchBucket') return trouble('ENOENT', message)
  const isFull = status === 507 || /Quota|Storage|EntityTooLarge/.test(said)
  return trouble(isFull ? 'ENOSPC' : 'EIO', message)
}

function unreachable(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return trouble('EIO', `The file store cannot be reached: ${reason}`)
}

/** What an answer holds; a store that goes away meanwhile is told like one that was away before. */
export async function* bytesIn(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of answer) yield piece as Buffer // Nothing has set an encoding.
  } catch (error) {
    throw unreachable(error)
  }
  if (!answer.complete) throw unreachable('it broke off')
}
