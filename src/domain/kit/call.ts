import type { z } from 'zod'
import { type Role, rankOf } from '#domain/access/role.ts'
import type { ActionOf, Entity, Row } from './entity.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Who may make a call. Deny by default: one without a policy does not compile. */
export interface Policy {
  from: Role
  /**
   * While working as somebody else one may read and change nothing. True marks a change that is
   * harmless in another's name, false a reading that is not (exports, opened values).
   */
  whileImpersonating?: boolean
  /** Needs a password or code given in the last five minutes. */
  stepUp?: boolean
  /** False where an API key must never act (session, password and platform calls). */
  apiKey?: boolean
  /** A user without any organisation may call it (their own account, the choice of one). */
  withoutOrganisation?: boolean
}

/** What a call answers. `D` and `I` are the types of `data` and `info`; they have no value. */
export interface Answers<D = unknown, I = unknown> {
  /** Rows of this entity, for the documentation. */
  rows?: { entity: Entity; many: boolean }
  /** Not JSON but a file to be saved or shown. */
  isFile?: boolean
  readonly types?: { data: D; info: I }
}

/**
 * One call of the API, defined once: the server maps it to a handler, the screens make it by this
 * definition, and the documentation and the table of who may call what are written from it.
 */
export interface Call<S extends z.ZodType = z.ZodType, D = unknown, I = unknown> {
  method: Method
  /** Below /api/v1. */
  path: string
  summary: string
  policy: Policy
  input: S
  answers: Answers<D, I>
  /** What may be seen of the data, field by field: a call open to guests answers nothing else. */
  shows?: z.ZodType
  /** The media type of the file it answers with; a file of another type is never sent. */
  sends?: string
  /** The entity whose row `id` names: an unseen one answers 404 before anything else. */
  target?: Entity
  /** What it does to a row of the target, in the words of its machine. */
  action?: string
  /** What the answer says when it is done. */
  said?: string
  status?: number
  /** False for session, password, token, key and lock calls, and for what stores nothing. */
  replayed?: boolean
  /**
   * For calls that other systems make: the headers by which they prove themselves over the body as
   * it came. The handler is given both (`signedInput`); no session and no page token is asked for.
   */
  signedBy?: readonly string[]
  /** How many bytes such a call may bring, where that is more than words need. */
  takesBytes?: number
  /**
   * True where the answer may be compressed. Never where a secret stands in it (a token, a key, an
   * opened value, a link): beside words that others choose, its length would give it away. What
   * says nothing is sent as it is.
   */
  compressed?: boolean
}

/** A call whose method and path the compiler knows, so that it can be made by them alone. */
export function call<S extends z.ZodType, D, I, const M extends Method, const P extends string>(
  definition: Call<S, D, I> & { method: M; path: P },
): Call<S, D, I> & { method: M; path: P } {
  return definition
}

/** As much of a call as it takes to make it: where it goes, and the types of what it says. */
export type Sendable<C extends AnyCall = AnyCall> = Pick<C, 'method' | 'path'> &
  Partial<Pick<C, 'input' | 'answers'>>

/** One row of an entity. */
export function row<E extends Entity>(entity: E): Answers<Row<E>> {
  return { rows: { entity, many: false } }
}

export function rows<E extends Entity>(entity: E): Answers<Row<E>[]> {
  return { rows: { entity, many: true } }
}

/** Anything else, by its type; with what `info` holds where somebody reads it. */
export function data<D, I = unknown>(): Answers<D, I> {
  return {}
}

export const file: Answers<null> = { isFile: true }

interface ActionDefinition<S extends z.ZodType> {
  summary: string
  input: S
  /** What the answer says when it is done. */
  said: string
  status?: number
}

/** What a row's machine lets somebody do, as POST /invoice/approve: who may is the machine's word. */
export function action<E extends Entity, S extends z.ZodType>(
  entity: E,
  name: ActionOf<E>,
  { summary, input, said, status }: ActionDefinition<S>,
): Call<S, Row<E>> {
  return {
    method: 'POST',
    path: `/${entity.name}/${name}`,
    summary,
    policy: { from: lowestRole(entity, name) },
    input,
    answers: row(entity),
    target: entity,
    action: name,
    said,
    ...(status ? { status } : {}),
  }
}

/** Whoever may do it in some state may ask; the state decides then. */
function lowestRole({ name, machine }: Entity, action: string): Role {
  const lines = machine?.transitions.filter((line) => line.action === action) ?? []
  const [lowest] = lines.map(({ who }) => who).sort((a, b) => rankOf(a) - rankOf(b))
  if (!lowest) throw new Error(`The machine of ${name} has no ${action}.`)
  return lowest
}

/** Whether somebody who works in another's name may make it. */
export function isHarmless({ method, policy }: Pick<Call, 'method' | 'policy'>): boolean {
  return policy.whileImpersonating ?? method === 'GET'
}

export function keyOf(entry: { method: string; path: string }): string {
  return `${entry.method} ${entry.path}`
}

// A group of calls erases what each of them takes; the compiler knows each by its name.
// biome-ignore lint/suspicious/noExplicitAny: the types of each call are restored by its definition.
export type AnyCall = Call<any, any, any>
export type DataOf<C> = C extends { answers?: Answers<infer D, unknown> } ? D : never
export type InfoOf<C> = C extends { answers?: Answers<unknown, infer I> } ? I : never
/** What the caller sends, and what the handler is given of it. */
export type InputOf<C> = C extends { input?: infer S extends z.ZodType } ? z.input<S> : never
export type CheckedOf<C> = C extends { input?: infer S extends z.ZodType } ? z.output<S> : never
