import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'

/** What payee accounts are signed with. */
const NAME = 'account proof'

export interface SigningKey {
  privateKey: KeyObject
  publicKey: KeyObject
}

type StoredKey = { public_key: string; private_key: string }

const FIND = sql<StoredKey, [name: string]>`
  select public_key, private_key from signing_keys where name = $1`
// Of two that come first at the same moment, both go on with the one that was kept.
const KEEP = sql<never, [name: string, public_key: string, private_key: string]>`
  insert into signing_keys (name, public_key, private_key) values ($1, $2, $3)
  on conflict (name) do nothing`

const known = new WeakMap<Database, SigningKey>()

/** The key of this installation, made when it is first needed. */
export async function signingKey(
  { database, fields }: { database: Database; fields: FieldKeys },
  conn: Conn,
): Promise<SigningKey> {
  const kept = known.get(database)
  if (kept) return kept
  const stored = (await FIND.one(conn, NAME)) ?? (await makeKey(database, fields))
  const key = {
    privateKey: createPrivateKey(unseal(fields, stored.private_key)),
    publicKey: createPublicKey(stored.public_key),
  }
  known.set(database, key)
  return key
}

// In a transaction of its own: an invoice that is undone must not take the key along.
async function makeKey(database: Database, fields: FieldKeys): Promise<StoredKey> {
  const made = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  // The mask in front would show the end of the key.
  const sealed = sealWhole(fields, made.privateKey)
  return database.write({ organisation_id: null, user_id: null }, async (conn) => {
    await KEEP.run(conn, NAME, made.publicKey, sealed)
    const stored = await FIND.one(conn, NAME)
    if (!stored) throw new Error('The signing key was not kept.')
    return stored
  })
}
