import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import type { Config } from '#server/kit/start/config.ts'
import { type Client, makeClient } from './client.ts'
import { testConfig } from './config.ts'
import { cloneDatabase } from './database.ts'
import type { FilledDatabase } from './filled-database.ts'
import { LETTERS } from './letters.ts'
import { quickHash } from './quick-hash.ts'

export const password = 'correct horse battery staple'

// Everybody a test may want to be; `other` works in the second organisation.
export const people = {
  user: { role: 'user', organisation: 0 },
  accounting: { role: 'accounting', organisation: 0 },
  manager: { role: 'manager', organisation: 0 },
  admin: { role: 'admin', organisation: 0 },
  padmin: { role: 'admin', organisation: 0 },
  other: { role: 'admin', organisation: 1 },
  loner: { role: null, organisation: null },
} as const
export type Person = keyof typeof people

export interface World {
  app: FastifyInstance
  config: Config
  database: Database
  /** Connected as the owner of the tables; set the scope before touching guarded ones. */
  owner: pg.Client
  ownerUrl: string
  appUrl: string
  organisations: [number, number]
  userIds: Record<Person, number>
  clock: TestClock
  /** A fresh signed-in client. */
  as(person: Person): Promise<Client>
  guest(): Client
  close(): Promise<void>
}

export interface TestClock {
  now(): Date
  /** Moves the server's idea of now. */
  advance(ms: number): void
  /** From here on it moves only when told to. */
  stopAt(instant: Date): void
}

/** Two organisations with people of every role, on a database of their own. */
export async function makeWorld(changes: Partial<Config> = {}): Promise<World> {
  const copy = await cloneDatabase(peopleDatabase)
  const owner = new pg.Client({ connectionString: copy.ownerUrl })
  await owner.connect()
  const { organisations, userIds } = await whoIsThere(owner)
  await scope(owner, organisations[0])
  await owner.query(LETTERS)
  const database = openDatabase({ url: copy.appUrl })
  const clock = makeClock()
  const config = testConfig(changes)
  const app = await buildApp({ config, database, clock })
  return {
    app,
    config,
    database,
    owner,
    ownerUrl: copy.ownerUrl,
    appUrl: copy.appUrl,
    organisations,
    userIds,
    clock,
    guest: () => makeClient(app),
    async as(person) {
      const client = makeClient(app)
      const reply = await client.signIn(person, password)
      if (reply.status !== 200) throw new Error(`${person} cannot sign in: ${reply.text}`)
      return client
    },
    async close() {
      await app.close()
      await database.close()
      await owner.end()
      await copy.drop()
      if (!changes.dataDir) rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

async function whoIsThere(owner: pg.Client) {
  const { rows } = await owner.query<{ ids: { organisations: number[]; users: object } }>(
    `select json_build_object(
       'organisations', (select json_agg(id order by id) from organisations),
       'users', (select json_object_agg(username, id) from users)) as ids`,
  )
  const [first = 0, second = 0] = rows[0]?.ids.organisations ?? []
  const organisations: [number, number] = [first, second]
  // The template has everybody of the table, and nobody else.
  return { organisations, userIds: rows[0]?.ids.users as Record<Person, number> }
}

// Stored once and copied for every world.
const peopleDatabase: FilledDatabase = {
  name: 'people',
  fill: ({ ownerUrl }) => fillPeople(ownerUrl),
}

/** Everybody of the table, in a migrated database that has nobody yet. */
export async function fillPeople(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await populate(owner, await quickHash(password)).finally(() => owner.end())
}

async function populate(owner: pg.Client, hash: string): Promise<void> {
  const organisations = [await organisation(owner, 'First'), await organisation(owner, 'Second')]
  for (const [username, { role, organisation: place }] of Object.entries(people)) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into users (username, email, firstname, lastname, password_hash, confirmed_at, terms_agreed)
       values ($1, $2, $3, 'Test', $4, now(), true) returning id`,
      [username, `${username}@example.co.nz`, username, hash],
    )
    if (place === null) continue
    await scope(owner, organisations[place] ?? 0)
    await owner.query(
      'insert into memberships (organisation_id, user_id, role_name) values ($1, $2, $3)',
      [organisations[place], rows[0]?.id, role],
    )
  }
  await owner.query(
    `insert into user_roles (user_id, role_id)
     select u.id, r.id from users u, roles r where u.username = 'padmin' and r.is_admin`,
  )
}

/** An organisation with nobody in it. */
export async function organisation(owner: pg.Client, name: string): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    'insert into organisations (name, is_active, gst_number) values ($1, true, $2) returning id',
    [`${name} Energy`, '49091850'],
  )
  const id = Number(rows[0]?.id)
  await scope(owner, id)
  await owner.query(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'customer_number', 'C-', 10000)`,
    [id],
  )
  return id
}

/** The owner is under row-level security too. */
export async function scope(owner: pg.Client, organisation_id: number): Promise<void> {
  await owner.query("select set_config('app.organisation_id', $1, false)", [`${organisation_id}`])
}

function makeClock(): TestClock {
  let ahead = 0
  let stoppedMs: number | undefined
  return {
    now: () => new Date((stoppedMs ?? Date.now()) + ahead),
    advance: (ms) => {
      ahead += ms
    },
    stopAt: (instant) => {
      stoppedMs = instant.getTime()
      ahead = 0
    },
  }
}
