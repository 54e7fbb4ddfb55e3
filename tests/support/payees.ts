import { expect } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import type { PayeeKind } from '#domain/payees/payee.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { scope, type World } from './world.ts'

let sequence = 0

export interface TestPayee {
  kind: PayeeKind
  id: number
  email: string
  account: string
}

/** A number that nobody has yet. */
export function anyAccount(): string {
  sequence += 1
  // Between two bases lies at least one number that passes its check.
  return makeBankAccount('01', '0902', 20_000 + sequence * 25)
}

/** Somebody who is paid, with an account and an address that are known. */
export async function payeeOf(world: World, admin: Client, kind: PayeeKind): Promise<TestPayee> {
  const account = anyAccount()
  const email = `${kind}${sequence}@payee.example.co.nz`
  if (kind === 'organisation') {
    const [id] = world.organisations
    await world.owner.query(
      'update organisations set bank_account_number = $2, email = $3 where id = $1',
      [id, account, email],
    )
    return { kind, id, email, account }
  }
  const entity = entityNamed(kind)
  if (!entity) throw new Error(`There are no ${kind}s.`)
  const given = { email, bank_account_number: account, bank_account_name: 'As agreed' }
  const { id } = await makeRow(admin, entity, given)
  return { kind, id, email, account }
}

/** Changes the record from the version it has now. */
export async function changePayee(client: Client, { kind, id }: TestPayee, change: object) {
  const { version } = (await client.get(`/${kind}`, { id })).body.data
  return client.post(`/${kind}`, { id, version, ...change })
}

export const eventsOf = (client: Client, { kind, id }: TestPayee) =>
  client.get('/payeeaccounts', { payee_kind: kind, payee_id: id })

/** The change that waits for a second person. */
export async function askedFor(client: Client, payee: TestPayee, change: object) {
  const reply = await changePayee(client, payee, change)
  expect(reply.status, reply.text).toBe(261)
  expect(reply.body.message).toContain('second person')
  const { waiting } = (await eventsOf(client, payee)).body.info
  return Number(waiting.id)
}

/** Where mails about a payee's account went, and what they say. */
export async function mailsAbout(world: World, { kind, id }: TestPayee) {
  // They are messages of whose account it is.
  await scope(world.owner, kind === 'organisation' ? id : world.organisations[0])
  const { rows } = await world.owner.query<{ mail_to: string; subject: string; text: string }>(
    `select mail_to, subject, text_plain as text from letters where unique_key similar to $1 order by id`,
    [`payee (office )?${kind} ${id} %`],
  )
  return rows
}
