import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { MAX_DEPTH } from '#domain/files/folder.ts'
import { staff } from '#domain/identity/staff.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
const data = temporaryFolder()

beforeAll(async () => {
  world = await makeWorld({ dataDir: data.path })
  user = await world.as('user')
})
afterAll(async () => {
  await world.close()
  data.remove()
})

async function folder(name: string, parent_id: number | null = null): Promise<number> {
  const made = await user.put('/folder', { name, parent_id })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

async function kept(folder_id: number, name = 'bill.pdf'): Promise<number> {
  const made = await upload(user, anyPdf(name), { folder_id })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data.folder_id).toBe(folder_id)
  return made.body.data.id
}

async function change(id: number, values: object) {
  const { version } = (await user.get('/folder', { id })).body.data
  return user.post('/folder', { id, version, ...values })
}

test('a name is used once within a folder, however it is written', async () => {
  const suppliers = await folder('Suppliers')
  const meridian = await folder('Meridian', suppliers)
  const again = await user.put('/folder', { name: 'MERIDIAN', parent_id: suppliers })
  expect(again.status).toBe(468)
  expect(again.body.message).toBe('There\'s already a folder called "MERIDIAN".')
  const elsewhere = await folder('Meridian')
  expect((await change(elsewhere, { parent_id: suppliers })).status).toBe(468)
  expect((await change(meridian, { name: 'Contact' })).status).toBe(261)
  expect((await change(elsewhere, { parent_id: suppliers })).body.data.parent_id).toBe(suppliers)
  const listed = (await user.get('/folders', { parent_id: suppliers, limit: 0 })).body.data
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Contact', 'Meridian'])
  expect((await user.get('/folders/search', { q: 'meri' })).body.data).toHaveLength(1)
})

test('a folder never comes to lie in itself, even where two are moved at once', async () => {
  const top = await folder('Top')
  const middle = await folder('Middle', top)
  const low = await folder('Low', middle)
  for (const parent_id of [top, middle, low]) {
    const refused = await change(top, { parent_id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('lies inside it')
  }
  const [left, right] = [await folder('Left'), await folder('Right')]
  const moves = await Promise.all([
    user.post('/folder', { id: left, version: 1, parent_id: right }),
    user.post('/folder', { id: right, version: 1, parent_id: left }),
  ])
  expect(moves.map(({ status }) => status).toSorted()).toEqual([261, 476])
  let deep = low
  for (let level = 4; level <= MAX_DEPTH; level += 1) deep = await folder(`Level ${level}`, deep)
  expect((await user.put('/folder', { name: 'Too deep', parent_id: deep })).status).toBe(476)
  expect((await change(left, { parent_id: deep })).status).toBe(476)
})

test('a folder with content is deleted only where that is said, and comes back as it was', async () => {
  const top = await folder('Bills 2025')
  const inner = await folder('March', top)
  const [first, second, early] = [await kept(top), await kept(inner), await kept(inner)]
  expect((await user.delete('/file', { id: early })).status).toBe(262)
  world.clock.advance(60_000)
  const refused = await user.delete('/folder', { id: top })
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('it still holds 1 folder and 2 files')
  expect(refused.body.info).toMatchObject({ folders: 1, files: 2 })
  const many = await user.delete('/folders', { ids: [top, await folder('Empty')] })
  expect(many.body.data).toMatchObject({ refused: [{ id: top, code: 476 }] })
  const gone = await user.delete('/folder', { id: top, with_content: true })
  expect([gone.status, gone.body.info]).toEqual([262, { folders: 1, files: 2 }])
  expect((await user.get('/files', { folder_id: top })).body.data).toEqual([])
  // What lies in a deleted folder waits for it, and nothing new is put there.
  expect((await user.post('/file/restore', { id: second })).status).toBe(473)
  expect((await user.post('/folder/restore', { id: inner })).status).toBe(473)
  expect((await upload(user, anyPdf(), { folder_id: inner })).status).toBe(473)
  await folder('Bills 2025')
  expect((await user.post('/folder/restore', { id: top })).status).toBe(468)
  const [taken] = (await user.get('/folders', { name: 'Bills 2025' })).body.data
  expect((await change(taken.id, { name: 'Bills 2026' })).status).toBe(261)
  const back = await user.post('/folder/restore', { id: top })
  expect([back.status, back.body.message]).toEqual([200, 'Folder restored with 2 files.'])
  const files = (await user.get('/files', { 'folder_id.in': `${top},${inner}` })).body.data
  const ids = files.map(({ id }: { id: number }) => id)
  expect(new Set(ids)).toEqual(new Set([first, second]))
})

test('what is the evidence of something holds its folder back', async () => {
  const place = await folder('Forms')
  const file_id = await kept(place, 'form.pdf')
  const { id: customer_id } = await makeRow(user, customer)
  const consent = { customer_id, contact: 'a@example.co.nz', channel: 'email' }
  const given = { ...consent, purpose: 'promotional', state: 'given', file_id, words: 'Yes' }
  const manager = await world.as('manager')
  const made = await manager.put('/consent', { ...given, how: 'On paper' })
  expect(made.status, made.text).toBe(201)
  const refused = await user.delete('/folder', { id: place, with_content: true })
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('form.pdf in it is still used by 1 consent')
})

test('another organisation has a tree of its own', async () => {
  const other = await world.as('other')
  const ours = await folder('Ours')
  expect((await other.get('/folder', { id: ours })).status).toBe(404)
  expect((await other.put('/folder', { name: 'In theirs', parent_id: ours })).status).toBe(400)
  expect((await upload(other, anyPdf(), { folder_id: ours })).status).toBe(400)
  expect((await other.delete('/folder', { id: ours, with_content: true })).status).toBe(404)
  expect((await other.post('/folder/restore', { id: ours })).status).toBe(404)
  const same = await other.put('/folder', { name: 'Ours' })
  expect(same.status, same.text).toBe(201)
})

test('a folder that is asked for twice under one key is made once', async () => {
  const key = withKey()
  const asked = [1, 2].map(() => user.put('/folder', { name: 'Once' }, key))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toContain(201)
  expect((await user.put('/folder', { name: 'Once' }, key)).status).toBe(201)
  expect((await user.get('/folders', { name: 'Once' })).body.data).toHaveLength(1)
})

test('files that are here twice are listed: the same bytes, or the same name and size', async () => {
  const admin = await world.as('admin')
  await makeRow(admin, staff, { user_id: world.userIds.user, allow_duplicate_file: true })
  const place = await folder('Twins')
  const sent = anyPdf('one.pdf')
  const same = (await upload(user, sent, { folder_id: place })).body.data.id
  const copy = (await upload(user, { ...sent, name: 'copy.pdf' })).body.data.id
  const [, alone] = [await kept(place, 'alike.pdf'), await kept(place, 'alone, and longer.pdf')]
  const alike = await kept(place, 'Alike.pdf')
  const found = (await user.get('/files/duplicates', { limit: 200 })).body.data
  const ids = found.map(({ id }: { id: number }) => id)
  expect(ids).toEqual(expect.arrayContaining([same, copy, alike]))
  expect(ids).not.toContain(alone)
})
