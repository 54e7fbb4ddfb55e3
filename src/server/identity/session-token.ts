import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const AUDIENCE = 'switchboard'
export const TOKEN_MS = 70 * 60_000

/** What a token says. It opens nothing without the cookie and the live session it names. */
export interface SessionClaims {
  user_id: number
  session_id: string
  organisation_id: number | null
  user_version: number
  /** Raised by every renewal; the one before is honoured for a minute. */
  generation: number
  impersonator_id: number | null
  /** Milliseconds. */
  expires_at: number
}

const payloadSchema = z.object({
  sub: z.string().regex(/^\d{1,15}$/),
  sid: z.uuid(),
  org: z.number().nullable(),
  ver: z.number(),
  gen: z.number(),
  typ: z.literal('session'),
  act: z.object({ sub: z.string().regex(/^\d{1,15}$/) }).optional(),
  exp: z.number(),
})

export async function signToken(key: Buffer, claims: SessionClaims, now: Date): Promise<string> {
  const act = claims.impersonator_id === null ? {} : { act: { sub: `${claims.impersonator_id}` } }
  const body = {
    sid: claims.session_id,
    org: claims.organisation_id,
    ver: claims.user_version,
    gen: claims.generation,
    typ: 'session',
    ...act,
  }
  return new SignJWT(body)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(`${claims.user_id}`)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(claims.expires_at / 1000))
    .sign(key)
}

export type TokenReading = SessionClaims | 'bad' | 'expired'

const MAX_KNOWN = 10_000
// A signature that held once holds for as long as the token does; only the clock is asked again.
const knownByKey = new WeakMap<Buffer, Map<string, SessionClaims>>()

export async function readToken(key: Buffer, token: string, now: Date): Promise<TokenReading> {
  const known = knownByKey.get(key) ?? new Map<string, SessionClaims>()
  knownByKey.set(key, known)
  const seen = known.get(token)
  if (seen) return seen.expires_at > now.getTime() ? seen : 'expired'
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      currentDate: now,
    })
    const parsed = payloadSchema.safeParse(payload)
    if (!parsed.success) return 'bad'
    const claims = claimsOf(parsed.data)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(token, claims)
    return claims
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'bad'
  }
}

function claimsOf(payload: z.infer<typeof payloadSchema>): SessionClaims {
  return {
    user_id: Number(payload.sub),
    session_id: payload.sid,
    organisation_id: payload.org,
    user_version: payload.ver,
    generation: payload.gen,
    impersonator_id: payload.act ? Number(payload.act.sub) : null,
    expires_at: payload.exp * 1000,
  }
}

/** The token of an `Authorization: JWT …` header. */
export function tokenIn(authorization: string | undefined): string | null {
  return /^JWT ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1] ?? null
}
