import type pg from 'pg'
import { demoPassword } from './demo-database.ts'
import { type HttpClient, signInOver } from './http-client.ts'
import { quickHash } from './quick-hash.ts'
import { organisation, scope } from './world.ts'

const ADMIN = 'new-admin'

interface NewOffice {
  /** Who works there, with the password of the demonstration. */
  username: string
  client: HttpClient
}

/** A broker who has just begun: an admin and so many customers, and nothing else yet. */
export async function newOffice(
  site: { url: string; owner: pg.Client },
  customers: number,
): Promise<NewOffice> {
  const { owner, url } = site
  const organisation_id = await organisation(owner, 'New')
  const { rows } = await owner.query<{ id: string }>(
    `insert into users (username, email, firstname, lastname, password_hash, confirmed_at, terms_agreed)
     values ($1, 'new@example.co.nz', 'Nina', 'New', $2, now(), true) returning id`,
    [ADMIN, await quickHash(demoPassword)],
  )
  await owner.query(
    `insert into memberships (organisation_id, user_id, role_name) values ($1, $2, 'admin')`,
    [organisation_id, rows[0]?.id],
  )
  // The first organisation is the one that tests look into.
  await scope(owner, 1)
  const client = await signInOver(url, ADMIN, demoPassword)
  for (let place = 1; place <= customers; place += 1) {
    const { status, body } = await client.send('PUT', '/customer', {
      name: `Customer ${place} Ltd`,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
  }
  return { username: ADMIN, client }
}
