import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { payeeKinds } from '#domain/payees/payee.ts'
import type { Client } from '#tests/support/client.ts'
import { anyAccount, changePayee, eventsOf, mailsAbout, payeeOf } from '#tests/support/payees.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Somebody who should not changes the bank account that money is paid to: that is what is met here.
let world: World
let admin: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  other = await world.as('other')
})
afterAll(() => world.close())

const MINUTE = 60_000
const masked = (account: string) => `••••${account.slice(10, 13)}`

test('every record with a bank account is one that is watched', () => {
  // Accounts of ours only tell which statements are ours: pages and files name the organisation's.
  const paid = entities.filter(
    ({ name, fields }) => 'bank_account_number' in fields && name !== 'bankaccount',
  )
  expect(paid.map(({ name }) => name).sort()).toEqual([...payeeKinds].sort())
})

describe.each(payeeKinds)('the account of a %s', (kind) => {
  // Shows: T13, V7.5.3
  test('changes only for somebody who has just proved who they are', async () => {
    const client = await world.as('admin')
    const payee = await payeeOf(world, client, kind)
    world.clock.advance(6 * MINUTE)
    for (const change of [
      { bank_account_number: anyAccount() },
      { bank_account_number: null },
      { bank_account_name: 'Somebody else' },
    ]) {
      const refused = await changePayee(client, payee, change)
      expect(refused.status, refused.text).toBe(403)
      expect(refused.body.info.step_up).toBe(true)
    }
    expect((await changePayee(client, payee, { city: 'Ōamaru' })).status).toBe(261)
    const fresh = await world.as('admin')
    const changed = await changePayee(fresh, payee, { bank_account_number: anyAccount() })
    expect(changed.status, changed.text).toBe(261)
    admin = fresh
    other = await world.as('other')
  })

  test('is remembered with who changed it, from what, to what and by which request', async () => {
    const payee = await payeeOf(world, admin, kind)
    const to = anyAccount()
    const before = (await eventsOf(admin, payee)).body.data.length
    const reply = await changePayee(admin, payee, { bank_account_number: to })
    expect(reply.status, reply.text).toBe(261)
    const shown = (account: string) => (kind === 'customer' ? masked(account) : account)
    const events = (await eventsOf(admin, payee)).body.data
    expect(events).toHaveLength(before + 1)
    expect(events[0]).toMatchObject({
      event: 'changed',
      from: { number: shown(payee.account) },
      to: { number: shown(to) },
      actor_name: 'admin Test',
    })
    await scope(world.owner, world.organisations[0])
    const { rows } = await world.owner.query('select * from payee_account_events where id = $1', [
      events[0].id,
    ])
    expect(rows[0].request_id).toBe(reply.headers['x-request-id'])
    expect(JSON.stringify(rows)).not.toContain(to)
    expect(rows[0].to_number).toMatch(/^••••\d{3}\|v1\./)
  })

  // Shows: T13
  test('is told to the address known before and to the admins, masked', async () => {
    const payee = await payeeOf(world, admin, kind)
    const to = anyAccount()
    const change = { email: 'new@thief.example.com', bank_account_number: to }
    expect((await changePayee(admin, payee, change)).status).toBe(261)
    const mails = await mailsAbout(world, payee)
    const told = mails.slice(-3).map(({ mail_to }) => mail_to)
    expect(told.sort()).toEqual(['admin@example.co.nz', 'padmin@example.co.nz', payee.email].sort())
    for (const { subject, text } of mails.slice(-3)) {
      expect(subject).toContain('Bank details were changed')
      expect(text).toContain(masked(payee.account))
      expect(text).toContain(masked(to))
      expect(text).not.toContain(to)
    }
    // The address was changed first this time; the one before it still hears of the next change.
    expect((await changePayee(admin, payee, { bank_account_number: null })).status).toBe(261)
    const later = (await mailsAbout(world, payee)).slice(mails.length)
    expect(later.map(({ mail_to }) => mail_to)).toEqual(
      expect.arrayContaining(['new@thief.example.com', payee.email]),
    )
  })

  test('is neither seen nor changed from another organisation', async () => {
    const payee = await payeeOf(world, admin, kind)
    expect((await eventsOf(other, payee)).status).toBe(404)
    const change = { id: payee.id, version: 1, bank_account_number: anyAccount() }
    expect((await other.post(`/${kind}`, change)).status).toBe(404)
  })

  test('is not changed by a program', async () => {
    const payee = await payeeOf(world, admin, kind)
    const program = world.guest()
    program.authorization = `Key ${(await admin.put('/apikey')).body.data.api_key}`
    const change = { bank_account_number: anyAccount() }
    const refused = await changePayee(program, payee, change)
    expect(refused.status, refused.text).toBe(403)
    const { bank_account_number } = (await admin.get(`/${kind}`, { id: payee.id })).body.data
    expect([payee.account, masked(payee.account)]).toContain(bank_account_number)
  })
})

test('a new record brings its account along without being asked for a password', async () => {
  const client = await world.as('manager')
  world.clock.advance(6 * MINUTE)
  const account = { bank_account_number: anyAccount() }
  const made = await client.put('/supplier', { name: 'Just come', ...account })
  expect(made.status, made.text).toBe(201)
  const payee = { kind: 'supplier', id: made.body.data.id, email: '', account: '' } as const
  expect((await eventsOf(client, payee)).body.data).toMatchObject([
    { event: 'first', from: { number: null }, to: { number: account.bank_account_number } },
  ])
  expect(await mailsAbout(world, payee)).toEqual([])
  admin = await world.as('admin')
})

test('the first account of a record that was there needs the password, and is told', async () => {
  const made = await admin.put('/partner', { name: 'Without one', email: 'w@payee.example.co.nz' })
  const payee = { kind: 'partner', id: made.body.data.id, email: '', account: '' } as const
  expect((await eventsOf(admin, payee)).status).toBe(260)
  world.clock.advance(6 * MINUTE)
  const given = { bank_account_number: anyAccount() }
  expect((await changePayee(admin, payee, given)).status).toBe(403)
  admin = await world.as('admin')
  expect((await changePayee(admin, payee, given)).status).toBe(261)
  expect((await eventsOf(admin, payee)).body.data).toMatchObject([{ event: 'first' }])
  expect((await mailsAbout(world, payee)).map(({ mail_to }) => mail_to)).toContain(
    'w@payee.example.co.nz',
  )
  // Taken away and given anew, it is no first one any more.
  await changePayee(admin, payee, { bank_account_number: null })
  await changePayee(admin, payee, { bank_account_number: anyAccount() })
  const events = (await eventsOf(admin, payee)).body.data
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'changed',
    'changed',
    'first',
  ])
})

test('what was sent again as it was asks for nothing and tells nobody', async () => {
  const payee = await payeeOf(world, admin, 'customer')
  world.clock.advance(6 * MINUTE)
  const same = { bank_account_number: payee.account, bank_account_name: 'As agreed' }
  expect((await changePayee(admin, payee, same)).status).toBe(261)
  const back = { bank_account_number: masked(payee.account) }
  expect((await changePayee(admin, payee, back)).status).toBe(261)
  expect((await eventsOf(admin, payee)).body.data).toHaveLength(1)
  expect(await mailsAbout(world, payee)).toEqual([])
})

test('nobody takes anything out of what was remembered, the server included', async () => {
  const rights = await world.owner.query(
    `select verb, has_table_privilege('app_rw', 'payee_account_events', verb) as may
     from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) verb`,
  )
  const allowed = rights.rows.filter(({ may }) => may).map(({ verb }) => verb)
  expect(allowed).toEqual(['SELECT', 'INSERT'])
})

test('a platform admin who changes another organisation’s account is told of there', async () => {
  const padmin = await world.as('padmin')
  const id = world.organisations[1]
  const { version } = (await padmin.get('/organisation', { id })).body.data
  const change = { id, version, bank_account_number: anyAccount() }
  expect((await padmin.post('/organisation', change)).status).toBe(261)
  other = await world.as('other')
  const seen = { kind: 'organisation', id, email: '', account: '' } as const
  expect((await eventsOf(other, seen)).body.data).toMatchObject([
    { event: 'first', actor_name: 'padmin Test' },
  ])
  const mails = await mailsAbout(world, seen)
  expect(mails.map(({ mail_to }) => mail_to)).toEqual(['other@example.co.nz'])
})
