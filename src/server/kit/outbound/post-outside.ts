import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isOutside } from './outside-address.ts'

const TIMEOUT_MS = 5000
const MAX_ANSWER_BYTES = 65_536

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

export interface Outside {
  /** For receivers on the developer's own machine; refused in production. */
  isLoopbackAllowed: boolean
  /** Left out: what the system says. */
  resolve?: Resolve
  timeoutMs?: number
}

export interface OutsideAnswer {
  status: number
  text: string
}

/** Why a call did not leave, or found nobody, in words for whoever reads the log. */
export class OutsideRefusal extends Error {}

/** Why an address cannot be called, as far as the address itself tells; null when it can. */
export function addressFault(url: string, { isLoopbackAllowed }: Outside): string | null {
  if (!URL.canParse(url)) return 'That is no address.'
  const { protocol, username, password, hash } = new URL(url)
  const host = hostOf(url)
  if (username || password) return 'An address holds no name and no password.'
  if (hash) return 'An address has no part after #.'
  const isOwn = isLoopbackAllowed && (isLoopback(host) || host === 'localhost')
  if (protocol !== 'https:' && !(protocol === 'http:' && isOwn))
    return 'The address must begin with https://.'
  if (isOwn) return null
  const isInside = isIP(host) !== 0 && !isOutside(host)
  return isInside || host === 'localhost' ? 'That address is not on the internet.' : null
}

// The parser has made plain addresses of 0x7f.1, 2130706433 and the like.
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * The one door to addresses that people have typed. The name is looked up once, at the moment of
 * connecting, and what was checked is what is connected to: a name that points elsewhere a moment
 * later changes nothing. Redirects are not followed.
 */
export async function postOutside(
  url: string,
  headers: Record<string, string>,
  body: string,
  outside: Outside,
): Promise<OutsideAnswer> {
  const fault = addressFault(url, outside)
  if (fault) throw new OutsideRefusal(fault)
  const client = url.startsWith('https:') ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>()
  const request = client.request(url, {
    method: 'POST',
    // No connection is kept: the next one is checked anew.
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    lookup: checkedLookup(outside),
    signal: AbortSignal.timeout(outside.timeoutMs ?? TIMEOUT_MS),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    readAnswer(response).then(resolve, reject)
  })
  request.end(body)
  try {
    return await promise
  } catch (error) {
    throw new OutsideRefusal(reasonOf(error))
  } finally {
    request.destroy()
  }
}

function checkedLookup({ resolve = systemAddresses, isLoopbackAllowed }: Outside): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const isAllowed = ({ address }: { address: string }) =>
          isOutside(address) || (isLoopbackAllowed && isLoopback(address))
        const [first] = found
        // One address inside is enough: a name that names both is not to be trusted with either.
        if (!first || !found.every(isAllowed))
          done(new OutsideRefusal('That address is not on the internet.'), '')
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }
}

const systemAddresses: Resolve = (name) => lookup(name, { all: true })

async function readAnswer(response: IncomingMessage): Promise<OutsideAnswer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    length += piece.length
    if (length > MAX_ANSWER_BYTES) throw new OutsideRefusal('The answer is longer than 64 kB.')
    pieces.push(piece)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutsideRefusal) return error.message
  if (!(error instanceof Error)) return 'The call failed.'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer in time.'
  const code = 'code' in error ? String(error.code) : error.message
  return `Nobody could be reached there (${code}).`
}
