import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PayeeKind, payeeKinds } from '#domain/payees/payee.ts'
import type { Client } from '#tests/support/client.ts'
import {
  anyAccount,
  askedFor,
  changePayee,
  eventsOf,
  mailsAbout,
  payeeOf,
  type TestPayee,
} from '#tests/support/payees.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// An organisation may want two people for every account that money is paid to.
let world: World
let user: Client
let manager: Client
let admin: Client
let padmin: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld()
  await settingIs(world, 'payee_second_person', true)
  await signIn()
})
afterAll(() => world.close())

async function signIn(): Promise<void> {
  user = await world.as('user')
  manager = await world.as('manager')
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  other = await world.as('other')
}

const why = { reason: 'They know nothing of it' }
const colleague = (kind: PayeeKind) => (kind === 'organisation' ? padmin : manager)
const numberOf = async ({ kind, id }: TestPayee) =>
  (await admin.get(`/${kind}`, { id })).body.data.bank_account_number
const masked = (account: string) => `••••${account.slice(10, 13)}`
const shown = ({ kind }: TestPayee, account: string) =>
  kind === 'customer' ? masked(account) : account

async function taskOf(asked: number) {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select task_status, role_name, reference_object from tasks where cause = $1',
    [`payee account ${asked}`],
  )
  return rows[0]
}

describe.each(payeeKinds)('a new account of a %s', (kind) => {
  // Shows: T13, V2.3.5
  test('waits until another person has confirmed it', async () => {
    const payee = await payeeOf(world, admin, kind)
    const to = anyAccount()
    const asked = await askedFor(admin, payee, { city: 'Ōtaki', bank_account_number: to })
    expect(await numberOf(payee)).toBe(shown(payee, payee.account))
    // What else was saved with it does not wait.
    expect((await admin.get(`/${kind}`, { id: payee.id })).body.data.city).toBe('Ōtaki')
    expect(await taskOf(asked)).toMatchObject({
      task_status: 'open',
      role_name: kind === 'organisation' ? 'admin' : 'manager',
    })
    const own = await admin.post('/payeeaccount/confirm', { id: asked })
    expect(own.status, own.text).toBe(403)
    expect(own.body.message).toContain('You asked for this change yourself')
    expect((await user.post('/payeeaccount/confirm', { id: asked })).status).toBe(403)
    expect((await other.post('/payeeaccount/confirm', { id: asked })).status).toBe(404)
    const done = await colleague(kind).post('/payeeaccount/confirm', { id: asked })
    expect(done.status, done.text).toBe(200)
    expect(await numberOf(payee)).toBe(shown(payee, to))
    expect((await taskOf(asked))?.task_status).toBe('done')
    const { data, info } = (await eventsOf(admin, payee)).body
    expect(data[0]).toMatchObject({ event: 'confirmed', answers_id: asked })
    expect(info.waiting).toBeNull()
    const subjects = (await mailsAbout(world, payee))
      .filter(({ mail_to }) => mail_to === payee.email)
      .map(({ subject }) => subject.split(':')[0])
    expect(subjects).toEqual([
      'A change of bank details was asked for',
      'Bank details were changed',
    ])
  })

  test('is refused with a reason, and stays as it was', async () => {
    const payee = await payeeOf(world, admin, kind)
    const asked = await askedFor(admin, payee, { bank_account_number: anyAccount() })
    const without = await colleague(kind).post('/payeeaccount/refuse', { id: asked })
    expect(without.status).toBe(400)
    expect((await admin.post('/payeeaccount/refuse', { id: asked, ...why })).status).toBe(403)
    const done = await colleague(kind).post('/payeeaccount/refuse', { id: asked, ...why })
    expect(done.status, done.text).toBe(200)
    expect(await numberOf(payee)).toBe(shown(payee, payee.account))
    const late = await colleague(kind).post('/payeeaccount/confirm', { id: asked })
    expect(late.status).toBe(476)
    expect(late.body.message).toContain('has refused it already')
    expect((await taskOf(asked))?.task_status).toBe('done')
    const mails = await mailsAbout(world, payee)
    expect(mails.at(-1)?.subject).toContain('refused')
  })

  test('is withdrawn by who asked for it, and by nobody else', async () => {
    const payee = await payeeOf(world, admin, kind)
    const asked = await askedFor(admin, payee, { bank_account_number: anyAccount() })
    const again = await changePayee(admin, payee, { bank_account_number: anyAccount() })
    expect(again.status, again.text).toBe(476)
    expect(again.body.message).toContain('waits for a second person')
    const foreign = await colleague(kind).post('/payeeaccount/withdraw', { id: asked })
    expect(foreign.status).toBe(403)
    expect((await admin.post('/payeeaccount/withdraw', { id: asked })).status).toBe(200)
    expect((await admin.post('/payeeaccount/withdraw', { id: asked })).status).toBe(476)
    expect(await numberOf(payee)).toBe(shown(payee, payee.account))
  })

  test('is confirmed once, however many do it at the same moment', async () => {
    const payee = await payeeOf(world, admin, kind)
    const to = anyAccount()
    const asked = await askedFor(admin, payee, { bank_account_number: to })
    const clients = await Promise.all(
      [0, 1, 2].map(() => world.as(kind === 'organisation' ? 'padmin' : 'manager')),
    )
    const replies = await Promise.all(
      clients.map((client) => client.post('/payeeaccount/confirm', { id: asked })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 476, 476])
    const confirmed = (await eventsOf(admin, payee)).body.data.filter(
      (one: { answers_id: number | null }) => one.answers_id === asked,
    )
    expect(confirmed).toHaveLength(1)
  })
})

test('confirming needs a fresh password, and a manager does not confirm our own account', async () => {
  const ours = await payeeOf(world, admin, 'organisation')
  const asked = await askedFor(admin, ours, { bank_account_number: anyAccount() })
  expect((await manager.post('/payeeaccount/confirm', { id: asked })).status).toBe(403)
  world.clock.advance(6 * 60_000)
  const late = await padmin.post('/payeeaccount/confirm', { id: asked })
  expect(late.status).toBe(403)
  expect(late.body.message).toContain('enter your password again')
  await signIn()
  expect((await padmin.post('/payeeaccount/refuse', { id: asked, ...why })).status).toBe(200)
})

test('an archived record gets no new account, and its request can still be refused', async () => {
  const payee = await payeeOf(world, admin, 'supplier')
  const asked = await askedFor(admin, payee, { bank_account_number: anyAccount() })
  expect((await admin.delete('/supplier', { id: payee.id })).status).toBe(262)
  expect((await manager.post('/payeeaccount/confirm', { id: asked })).status).toBe(473)
  expect((await manager.post('/payeeaccount/refuse', { id: asked, ...why })).status).toBe(200)
})

test('a request with an old version is refused and asks nobody', async () => {
  const payee = await payeeOf(world, admin, 'partner')
  await changePayee(admin, payee, { city: 'Gore' })
  const change = { id: payee.id, version: 1, bank_account_number: anyAccount() }
  expect((await admin.post('/partner', change)).status).toBe(474)
  expect((await eventsOf(admin, payee)).body.info.waiting).toBeNull()
})
