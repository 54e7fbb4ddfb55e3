import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { plantInModules } from '#tests/support/canary-places.ts'
import { type ReadyDebits, readyDebits } from '#tests/support/ready-debits.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let debits: ReadyDebits
const printed: string[] = []
beforeAll(async () => {
  // What the server prints goes to the process's own output; it is read there and goes on its way.
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((chunk: string | Uint8Array) => {
      printed.push(String(chunk))
      return write(chunk)
    })
  }
  debits = await readyDebits()
  world = await makeWorld({ gocardless: debits.settings })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
  await debits.close()
})

const account = makeBankAccount('12', '3113', 77_001)
const canaries = {
  password: 'canary-password-of-somebody',
  token: 'canarytoken0123456789abcdefghijklmnopqrstuv',
  born: '1961-07-23',
  account: account.replace(/\D/g, ''),
  typedAccount: account,
  name: 'Canary Kererū',
  email: 'canary@example.co.nz',
}

/** As somebody at work and somebody at the door would plant them, in every place a call has. */
async function plantAll(): Promise<void> {
  const guest = world.guest()
  const admin = await world.as('admin')
  await guest.signIn(canaries.email, canaries.password)
  await guest.post('/user/signin', {
    username: canaries.email,
    password: { no: canaries.password },
  })
  await guest.get('/customers', { q: canaries.name, token: canaries.token })
  for (const authorization of [`JWT ${canaries.token}`, `Bearer ${canaries.token}`]) {
    const headers = { authorization, cookie: `bind=${canaries.token}` }
    await guest.send({ method: 'GET', url: '/api/v1/user', headers })
  }
  const link = { 'x-link-token': canaries.token }
  await guest.send({ method: 'GET', url: '/api/v1/public/invoice', headers: link })
  const sent = { dob_holder: canaries.born, bank_account_number: account, email: canaries.email }
  const made = await admin.put('/customer', { name: canaries.name, ...sent })
  expect(made.status, made.text).toBe(201)
  await admin.put('/customer', {
    name: canaries.name,
    bank_account_number: `${account}9`,
    dob: 'no',
  })
  await admin.post('/customer', { id: made.body.data.id, version: 'x', name: canaries.name })
  await admin.get('/customers', { 'name.eq': canaries.name, order: canaries.name })
  await admin.get(`/none/${canaries.token}`)
  // The second is refused, and who asks is told the name of the first.
  const passport = { name: `${canaries.name} passport.pdf`, bytes: anyPdf().bytes }
  await upload(admin, passport)
  const again = await upload(admin, passport)
  expect(again.body.message).toContain(canaries.name)
}

async function expectNoneInLogs(): Promise<void> {
  // The log of calls is written beside the calls.
  await sleep(1500)
  const { rows } = await world.owner.query<{ line: string }>(
    `select row_to_json(l)::text as line from request_logs l
     union all select row_to_json(e)::text from security_events e`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const metrics = await world.guest().send({ method: 'GET', url: '/metrics' })
  const logs = [...rows.map(({ line }) => line), metrics.text, ...printed].join('\n')
  for (const [what, canary] of Object.entries(canaries)) expect(logs, what).not.toContain(canary)
}

// Shows: T23, R36, V14.2.1, V14.2.4, V16.2.5
test('passwords, tokens, births, accounts and names are in no log', async () => {
  await plantAll()
  await expectNoneInLogs()
})

// Shows: T11, V11.3.3, V14.2.4
test('what does most harm is nowhere in the database as it was typed', async () => {
  const { rows: tables } = await world.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     and relkind in ('r', 'p') and not relispartition`,
  )
  await world.owner.query("select set_config('app.organisation_id', $1, false)", [
    String(world.organisations[0]),
  ])
  for (const { name } of tables) {
    const { rows } = await world.owner.query<{ line: string }>(
      `select row_to_json(t)::text as line from "${name}" t`,
    )
    const text = rows.map(({ line }) => line).join('\n')
    for (const secret of [canaries.password, canaries.account, canaries.born])
      expect(text, name).not.toContain(secret)
  }
})

// Shows: T23, R36, V16.2.5
test('nor is what files, messages, debits, webhooks and exports bring in and take out', async () => {
  await plantInModules(world, await world.as('admin'), canaries)
  await expectNoneInLogs()
})
