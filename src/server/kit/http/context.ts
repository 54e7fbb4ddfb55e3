import type { KeyScope } from '#domain/access/key-scope.ts'
import type { Role } from '#domain/access/role.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Database } from '#server/kit/database/database.ts'
import type { Config } from '#server/kit/start/config.ts'

export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Who is asking, as proved by a session or an API key. */
export interface Actor {
  user_id: number
  username: string
  name: string
  organisation_id: number | null
  role: Role
  /** Jobs act as the system, and customers who accept a contract as themselves. */
  via: 'session' | 'key' | 'system' | 'customer'
  session_id: string | null
  /** What the API key is made for that acts here, by itself or through a session. */
  scope?: KeyScope | null
  impersonator_id: number | null
  impersonator_name: string | null
  /** When the person last proved who they are with a password or code. */
  proved_at: string
}

export interface RequestFacts {
  id: string
  ip: string
  userAgent: string
  isSecure: boolean
  cookies: Record<string, string | undefined>
  authorization: string | undefined
  /** The secret of a public link, as the page behind it sends it. */
  linkToken?: string | undefined
}

/** Everything a handler may need, passed along and never imported. */
export interface Context {
  config: Config
  database: Database
  clock: Clock
  /** Nobody has signed in: `actor` is then the guest that `nobody` describes. */
  guest: boolean
  actor: Actor
  request: RequestFacts
  /** Whether some call does this to a row; what nobody can call is not offered. */
  offers(entity: Entity, action: string): boolean
  /** Cookies and headers the answer carries. */
  answer: { cookies: AnswerCookie[]; headers: Record<string, string> }
  /** Run once the call's transaction is committed: caches to drop, bytes to take off the disk. */
  afterCommit: (() => void | Promise<void>)[]
}

export interface AnswerCookie {
  name: string
  value: string
  httpOnly: boolean
  maxAgeSeconds: number
}

/** The business's day now, in Auckland. */
export function todayOf({ clock }: { clock: Clock }): string {
  return businessToday(Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()))
}

export function scopeOf(ctx: Context) {
  return { organisation_id: ctx.actor.organisation_id, user_id: ctx.actor.user_id || null }
}

export const nobody: Actor = {
  user_id: 0,
  username: 'guest',
  name: 'Guest',
  organisation_id: null,
  role: 'guest',
  via: 'session',
  session_id: null,
  impersonator_id: null,
  impersonator_name: null,
  proved_at: '1970-01-01T00:00:00Z',
}
