import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type {
  NewPasskey,
  Passkey,
  PasskeyProof,
  PasskeyQuestion,
} from '#domain/identity/passkey-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { sha256 } from './digest.ts'

const CHALLENGE_MS = 5 * 60_000
const nowhere = { organisation_id: null, user_id: null }

// EdDSA, ES256 and RS256: what every authenticator has.
const supportedAlgorithmIDs = [-8, -7, -257]

// Loaded by the first who has a passkey, not with every start.
const webauthn = () => import('@simplewebauthn/server')

/** A passkey belongs to the address people know us by, never to the one a request claims. */
function siteOf({ publicUrl }: Config): { origin: string; host: string } {
  const { origin, hostname: host } = new URL(publicUrl)
  return { origin, host }
}

interface StoredPasskey extends Passkey {
  public_key: Buffer
  counter: number
  transports: string[]
}

const OWN = sql<
  StoredPasskey,
  [user_id: number]
>`select id, name, public_key, counter, transports, created_at, last_used_at from passkeys
  where user_id = $1 order by created_at, id limit 50`

export async function passkeysOf(ctx: Context, user_id: number): Promise<StoredPasskey[]> {
  return ctx.database.read(nowhere, (conn) => OWN.all(conn, user_id))
}

const KEEP_CHALLENGE = sql<
  never,
  [token_hash: Buffer, user_id: number, now: Date, expires_at: Date]
>`insert into one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
  values ($1, 'passkey', $2, $3, $4)`

async function keepChallenge(ctx: Context, user_id: number, challenge: string): Promise<void> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + CHALLENGE_MS)
  await ctx.database.write(nowhere, (conn) =>
    KEEP_CHALLENGE.run(conn, hashOf(challenge), user_id, now, until),
  )
}

const TAKE_CHALLENGE = sql<
  { user_id: number },
  [token_hash: Buffer, user_id: number, now: Date]
>`update one_time_tokens set used_at = $3 where token_hash = $1 and user_id = $2
    and purpose = 'passkey' and used_at is null and expires_at > $3 returning user_id`

/** A question is answered once, by whom it was asked of, while it is fresh. */
function takesChallenge(ctx: Context, user_id: number) {
  return async (challenge: string) => {
    const taken = await ctx.database.write(nowhere, (conn) =>
      TAKE_CHALLENGE.one(conn, hashOf(challenge), user_id, ctx.clock.now()),
    )
    return taken !== undefined
  }
}

const hashOf = (challenge: string) => sha256(`passkey ${challenge}`)

/** What a browser is asked with to make a passkey. */
export async function askToMake(
  ctx: Context,
  account: { id: number; username: string },
): Promise<PasskeyQuestion> {
  const { generateRegistrationOptions } = await webauthn()
  const known = await passkeysOf(ctx, account.id)
  const question = await generateRegistrationOptions({
    rpName: ctx.config.appTitle,
    rpID: siteOf(ctx.config).host,
    userName: account.username,
    userID: new TextEncoder().encode(`user ${account.id}`),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await keepChallenge(ctx, account.id, question.challenge)
  return { ...question }
}

const KEEP = sql<
  Passkey,
  [
    id: string,
    user_id: number,
    name: string,
    public_key: Buffer,
    counter: number,
    transports: string[],
    now: Date,
  ]
>`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
  returning id, name, created_at, last_used_at`

/** What the browser made, once it proves to be made for us and by this question. */
export async function verifiedPasskey(ctx: Context, user_id: number, made: NewPasskey) {
  const { verifyRegistrationResponse } = await webauthn()
  const { origin, host } = siteOf(ctx.config)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // Its shape was checked by the call's own schema.
      response: made as unknown as RegistrationResponseJSON,
      expectedChallenge: takesChallenge(ctx, user_id),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    // Whatever is wrong with it, it is no proof.
    return null
  }
}

type Verified = NonNullable<Awaited<ReturnType<typeof verifiedPasskey>>>

export async function keepPasskey(
  ctx: Context,
  conn: Conn,
  user_id: number,
  { name, verified }: { name: string; verified: Verified },
): Promise<Passkey | undefined> {
  const { id, publicKey, counter, transports = [] } = verified
  const key = Buffer.from(publicKey)
  return KEEP.one(conn, id, user_id, name, key, counter, [...transports], ctx.clock.now())
}

/** What a browser is asked with to prove who is there; null for who has no passkey. */
export async function askForProof(ctx: Context, user_id: number): Promise<PasskeyQuestion | null> {
  const known = await passkeysOf(ctx, user_id)
  if (known.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  const question = await generateAuthenticationOptions({
    rpID: siteOf(ctx.config).host,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
  await keepChallenge(ctx, user_id, question.challenge)
  return { ...question }
}

const USED = sql<
  never,
  [id: string, counter: number, now: Date]
>`update passkeys set counter = $2, last_used_at = $3 where id = $1`

/** True for an answer of one of this person's passkeys to a question they were just asked. */
export async function checkPasskey(
  ctx: Context,
  user_id: number,
  proof: PasskeyProof,
): Promise<boolean> {
  const known = (await passkeysOf(ctx, user_id)).find(({ id }) => id === proof.id)
  if (!known) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const { origin, host } = siteOf(ctx.config)
  const { id, public_key, counter } = known
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // Its shape was checked by the call's own schema.
      response: proof as unknown as AuthenticationResponseJSON,
      expectedChallenge: takesChallenge(ctx, user_id),
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: false,
    })
    if (!verified) return false
    await ctx.database.write(nowhere, (conn) =>
      USED.run(conn, id, authenticationInfo.newCounter, ctx.clock.now()),
    )
    return true
  } catch {
    // Whatever is wrong with it, it is no proof.
    return false
  }
}

const DROP = sql<never, [user_id: number]>`delete from passkeys where user_id = $1`

export async function dropPasskeys(conn: Conn, user_id: number): Promise<void> {
  await DROP.run(conn, user_id)
}
