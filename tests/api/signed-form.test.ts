import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptFormsJob } from '#server/directdebit/encrypt-forms-job.ts'
import { newCustomer } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'

let office: Debiting
let stories: DebitStories
beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(() => office.close())

/** Whether the store, or whoever has its disk, could read it. */
function liesInClear(bytes: Buffer): boolean {
  const { dataDir } = office.world.config
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  return paths.some(
    (one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(bytes),
  )
}

async function signedForm() {
  const customer_id = (await newCustomer(office.user)).id
  const sent = anyPdf('authority.pdf')
  const file_id: number = (await upload(office.user, sent)).body.data.id
  expect(liesInClear(sent.bytes), 'a file like any other').toBe(true)
  const at = office.world.clock.now().toISOString()
  const consent = { text_version: 'nz-2026-1', at, file_id }
  const asked = stories.byPhone(customer_id, { source: 'paper', consent })
  const made = await office.accounting.put('/mandate', asked)
  expect(made.status, made.text).toBe(201)
  return { file_id, bytes: sent.bytes }
}

// Shows: T11, V14.2.4
test('the form that an authority rests on lies encrypted, and opens for who may see accounts', async () => {
  const { file_id, bytes } = await signedForm()
  expect((await office.user.get('/file', { id: file_id })).body.data.is_encrypted).toBe(true)
  expect(liesInClear(bytes)).toBe(false)
  const refused = await office.user.post(`/file/${file_id}/download`)
  expect(refused.status).toBe(403)
  // They may see accounts, and hold no permission for encrypted files besides.
  const opened = await office.accounting.post(`/file/${file_id}/download`)
  expect(opened.status, opened.text).toBe(200)
  expect(opened.bytes.equals(bytes)).toBe(true)
  const looks = await stories.ask<{ actor_id: string }>(
    `select actor_id from history
     where object_class = 'file' and object_id = $1 and action = 'unmask'`,
    [file_id],
  )
  expect(looks.map(({ actor_id }) => Number(actor_id))).toEqual([office.world.userIds.accounting])
})

test('a signed form stays encrypted, whoever asks', async () => {
  const { file_id, bytes } = await signedForm()
  const refused = await office.accounting.post(`/file/${file_id}/decrypt`)
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('stays encrypted')
  expect(liesInClear(bytes)).toBe(false)
})

test('a form kept before forms were encrypted opens, and is encrypted at night', async () => {
  const { file_id } = await signedForm()
  const plain = anyPdf('older.pdf')
  const older: number = (await upload(office.user, plain)).body.data.id
  await stories.ask('update mandates set consent_file_id = $1 where consent_file_id = $2', [
    older,
    file_id,
  ])
  expect((await office.user.post(`/file/${older}/download`)).status).toBe(403)
  const before = await office.accounting.post(`/file/${older}/download`)
  expect(before.bytes.equals(plain.bytes)).toBe(true)
  const { config, database, clock } = office.world
  const { signal } = new AbortController()
  await encryptFormsJob.run({ database, config, clock, signal, isLastAttempt: false }, {})
  await runQueue(office.world, { config }, 'discard-bytes')
  expect((await office.user.get('/file', { id: older })).body.data.is_encrypted).toBe(true)
  const after = await office.accounting.post(`/file/${older}/download`)
  expect(after.bytes.equals(plain.bytes)).toBe(true)
  expect(liesInClear(plain.bytes)).toBe(false)
})
