import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecrets } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase, demoPassword } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { signInOver } from '#tests/support/http-client.ts'
import { reached } from '#tests/support/nobody-was-reached.ts'
import { launch, launchAndWait } from '#tests/support/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '#tests/support/temporary-folder.ts'

let copy: TestDatabase
let folder: TemporaryFolder

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  folder = temporaryFolder()
})
afterAll(async () => {
  await copy.drop()
  folder.remove()
})

test('who wants to reach somebody beyond this machine is found out, in another program as well', () => {
  const asking = `fetch('http://192.0.2.7:8080').catch(() => 0)`
  execFileSync(process.execPath, ['-e', asking], { env: process.env })
  expect(reached()).toEqual(['192.0.2.7'])
})

test('a demonstration reaches its doubles and nobody else, whatever is set up beside it', async () => {
  const server = await launchAndWait({
    dataDir: folder.path,
    env: {
      ...{ ...testSecrets, DATABASE_URL: copy.ownerUrl, DATABASE_APP_URL: copy.appUrl, DEMO: '1' },
      SMTP_URL: 'smtp://192.0.2.25:25',
    },
  })
  try {
    const manager = await signInOver(server.url, 'manager', demoPassword)
    const { body } = await manager.get('/invoices?invoice_status=invoiced&limit=1&order=-id')
    const [invoice] = body.data
    const asked = { id: invoice.id, to: ['somebody@example.co.nz'] }
    const sent = await manager.send('POST', '/invoice/send', asked)
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    const state = async () => {
      const query = `invoice_id=${invoice.id}&recipient=somebody@example.co.nz`
      return (await manager.get(`/messages?${query}`)).body.data?.[0]?.status
    }
    await expect.poll(state, { timeout: 60_000 }).toBe('accepted')
  } finally {
    server.signal('SIGTERM')
    await server.exited
  }
  expect(reached()).toEqual([])
})

test('a worker of its own finds the doubles that the server has started', async () => {
  const env = {
    ...{ ...testSecrets, DATABASE_URL: copy.ownerUrl, DATABASE_APP_URL: copy.appUrl, DEMO: '1' },
    PUBLIC_URL: 'http://localhost:5000',
    WORKER: '0',
  }
  const server = await launchAndWait({ dataDir: folder.path, env })
  const worker = launch({ dataDir: folder.path, env, entry: 'src/server/worker.ts' })
  try {
    const admin = await signInOver(server.url, 'admin', demoPassword)
    const { body } = await admin.get('/organisationconfigs?name=sms_quiet_hours')
    const had = body.data?.[0]
    const quiet = { value: 'none' }
    if (had) await admin.send('POST', '/organisationconfig', { ...quiet, id: had.id })
    else await admin.send('PUT', '/organisationconfig', { ...quiet, name: 'sms_quiet_hours' })
    const number = '+64215550042'
    const [customer] = (await admin.get('/customers?limit=1&order=id')).body.data
    const text = { customer_id: customer.id, to: number, text: 'From a worker of its own' }
    const sent = await admin.send('PUT', '/message/sms', text)
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const phones = async () => JSON.stringify((await admin.get('/doublephones')).body.data)
    await expect.poll(phones, { timeout: 60_000 }).toContain('From a worker of its own')
    await admin.send('POST', '/doublephone', { number, text: 'Read here' })
    const came = async () =>
      JSON.stringify((await admin.get('/messages?type=sms&direction=in&limit=50')).body.data)
    await expect.poll(came, { timeout: 60_000 }).toContain('Read here')
  } finally {
    for (const one of [worker, server]) one.signal('SIGTERM')
    await Promise.all([worker.exited, server.exited])
  }
  expect(reached()).toEqual([])
})
