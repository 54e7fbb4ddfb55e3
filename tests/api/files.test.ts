import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { madeArchive } from '#tests/support/archive.ts'
import { type Client, withKey } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, type UploadedFile, upload } from '#tests/support/upload.ts'
import { makeWorld, type Person, type World } from '#tests/support/world.ts'

let world: World
let user: Client
const folder = temporaryFolder()

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  user = await world.as('user')
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

/** What came back, byte for byte; the client itself reads texts. */
async function bytesFrom(client: Client, path: string, body: object = {}) {
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload: body,
    headers: {
      authorization: client.authorization ?? '',
      'x-csrf-token': client.cookies.get('csrf_token') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

async function staffOf(person: Person, flags: Record<string, boolean>) {
  const admin = await world.as('admin')
  await makeRow(admin, staff, { user_id: world.userIds[person], ...flags })
}

const stored = () =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder.path, name))
    .filter((path) => statSync(path).isFile())

// Shows: V3.2.1, V5.3.1
test('a file comes back byte for byte, with strict headers, and hangs on its record', async () => {
  const { id: reference_id } = await makeRow(user, customer)
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)])
  const about = { reference_object: 'customer', reference_id }
  const made = await upload(user, { name: 'Power bill – Ōtaki.pdf', bytes }, about)
  expect(made.status, made.text).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Power bill – Ōtaki.pdf',
    media_type: 'application/pdf',
    size_bytes: bytes.length,
    user_id: world.userIds.user,
    ...about,
  })
  const { id } = made.body.data
  const saved = await bytesFrom(user, `/file/${id}/download`)
  expect(saved.status).toBe(200)
  expect(saved.bytes.equals(bytes)).toBe(true)
  expect(saved.headers['content-disposition']).toMatch(/^attachment; .*Power%20bill/)
  const seen = await bytesFrom(user, `/file/${id}/view`)
  expect(seen.bytes.equals(bytes)).toBe(true)
  expect(seen.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(seen.headers['content-disposition']).toMatch(/^inline;/)
  expect(seen.headers['content-security-policy']).toMatch(/^sandbox;/)
  const listed = await user.get('/files', about)
  expect(listed.body.data.map((row: { id: number }) => row.id)).toEqual([id])
  expect(listed.body.info.titles.user[world.userIds.user]).toBe('user')
})

// Shows: T01
test('for another organisation a file does not exist', async () => {
  const { id } = (await upload(user, anyPdf())).body.data
  const other = await world.as('other')
  for (const action of ['download', 'view', 'encrypt', 'decrypt'])
    expect((await other.post(`/file/${id}/${action}`)).status, action).toBe(404)
  expect((await other.post('/file/zip', { ids: [id] })).status).toBe(404)
  const job_id = await madeArchive(world, user, [id])
  for (const stranger of [other, await world.as('manager')]) {
    expect((await stranger.get('/file/zip', { job_id })).status).toBe(404)
    expect((await stranger.post('/file/zip/download', { job_id })).status).toBe(404)
  }
  expect((await other.post('/file/unzip', { file_id: id })).status).toBe(404)
  const { id: reference_id } = await makeRow(other, customer)
  const foreign = { reference_object: 'customer', reference_id }
  expect((await upload(user, anyPdf(), foreign)).status).toBe(400)
})

// Shows: T10, R24, V5.2.1
test('what is too big, of a wrong kind or no file at all is refused', async () => {
  const pdf = Buffer.from('%PDF-1.7\n')
  const limit = 25 * 2 ** 20
  const big = await upload(user, {
    name: 'big.pdf',
    bytes: Buffer.concat([pdf, Buffer.alloc(limit)]),
  })
  expect(big.status).toBe(413)
  expect(big.body.message).toBe('That file is too big. The limit is 25 MB.')
  const refused: UploadedFile[] = [
    { name: 'page.html', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'bill.pdf', bytes: Buffer.from('  <html><body>Not a PDF') },
    { name: 'logo.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: 'setup.exe', bytes: Buffer.from('MZ\u0090\u0000\u0003', 'latin1') },
    { name: 'run.sh', bytes: Buffer.from('#!/bin/sh\nrm -rf /') },
    { name: 'run.bat', bytes: Buffer.from('del *.*') },
    {
      name: 'macro.docm',
      bytes: zip([
        ['word/document.xml', 'x'],
        ['word/vbaProject.bin', 'x'],
      ]),
    },
  ]
  for (const sent of refused) expect((await upload(user, sent)).status, sent.name).toBe(415)
  expect((await upload(user, { name: 'empty.txt', bytes: Buffer.alloc(0) })).status).toBe(400)
  expect((await user.put('/file', { name: 'bill.pdf', content: { sha256: 'x' } })).status).toBe(400)
  expect(
    (
      await user.post('/file', Buffer.from('x'), {
        'content-type': 'multipart/form-data; boundary=x',
      })
    ).status,
  ).toBe(415)
  expect(stored().some((path) => path.includes('draft-'))).toBe(false)
})

// Shows: T10, R24, V1.3.4, V5.2.2
test('kinds are known by their bytes', async () => {
  const png = '\x89PNG\r\n\x1a\n'
  const taken: [string, Buffer, string][] = [
    ['scan.jpg', Buffer.from(png, 'latin1'), 'scan.jpg.png'],
    ['readings.csv', Buffer.from('Meter,Date\nM-1,1/3/2026'), 'readings.csv'],
    ['letter', Buffer.from('Kia ora'), 'letter.txt'],
    ['letter.docx', zip([['word/document.xml', '<w/>']]), 'letter.docx'],
  ]
  for (const [name, bytes, kept] of taken) {
    const made = await upload(user, { name, bytes })
    expect(made.status, made.text).toBe(201)
    expect(made.body.data.name).toBe(kept)
  }
})

test('the same file is refused by name, unless the staff member may upload it twice', async () => {
  const sent = anyPdf('agreement.pdf')
  const first = await upload(user, sent, {}, withKey('upload-key-1'))
  const replayed = await upload(user, sent, {}, withKey('upload-key-1'))
  expect(replayed.body.data.id).toBe(first.body.data.id)
  const again = await upload(user, { ...sent, name: 'copy.pdf' })
  expect(again.status).toBe(409)
  expect(again.body.message).toMatch(/^That file is already here \(agreement\.pdf, .*\)\.$/)
  expect(again.body.info.file_id).toBe(first.body.data.id)
  await staffOf('accounting', { allow_duplicate_file: true })
  expect((await upload(await world.as('accounting'), sent)).status).toBe(201)
})

// Shows: T11
test('an encrypted file is unreadable on the disk and opens only for staff who may', async () => {
  const secret = `%PDF-1.7 the quiet part ${Math.random()}`
  const sent = { name: 'secret.pdf', bytes: Buffer.from(secret) }
  const isOnDisk = () => stored().some((path) => readFileSync(path).includes(secret))
  const made = await upload(user, sent)
  const { id } = made.body.data
  expect(isOnDisk()).toBe(true)
  expect((await user.post(`/file/${id}/encrypt`)).body.data).toMatchObject({ is_encrypted: true })
  expect(isOnDisk()).toBe(false)
  expect((await user.post(`/file/${id}/encrypt`)).status).toBe(476)
  for (const action of ['download', 'view', 'decrypt'])
    expect((await user.post(`/file/${id}/${action}`)).status, action).toBe(403)
  expect((await user.post('/file/zip', { ids: [id] })).status).toBe(403)
  await staffOf('manager', { can_decrypt: true, encrypt: true })
  const manager = await world.as('manager')
  expect((await bytesFrom(manager, `/file/${id}/download`)).bytes.toString()).toBe(secret)
  const history = await manager.get('/history', { object_class: 'file', object_id: id })
  expect(history.text).toContain('unmask')
  expect((await manager.post(`/file/${id}/decrypt`)).status).toBe(261)
  expect((await bytesFrom(user, `/file/${id}/download`)).bytes.toString()).toBe(secret)
  expect((await upload(manager, anyPdf())).body.data.is_encrypted).toBe(true)
})

// Shows: T10, R24, V5.3.2, V5.4.1
test('tricks in names lead nowhere', async () => {
  for (const name of ['../../../etc/passwd', '..\\..\\boot.ini', '/etc/shadow', '..', 'a\u202Eb']) {
    const made = await upload(user, anyPdf('x.pdf'), { name })
    expect(made.status, made.text).toBe(201)
    expect(made.body.data.name).toMatch(/^[\w.]+\.pdf$/)
    const { id, version } = made.body.data
    const renamed = await user.post('/file', { id, version, name: '../run.exe' })
    expect(renamed.body.data.name).toBe('run.exe.pdf')
  }
  const place = /\/files\/\d+\/[0-9a-f]{2}\/[0-9a-f]{64}$/
  expect(stored().filter((path) => !place.test(path))).toEqual([])
})

test('a deleted file answers 473 to changes until it is restored', async () => {
  const { id } = (await upload(user, anyPdf())).body.data
  expect((await user.delete('/file', { id })).status).toBe(262)
  expect((await user.post('/file', { id, version: 2, name: 'new.pdf' })).status).toBe(473)
  expect((await user.post(`/file/${id}/encrypt`)).status).toBe(473)
  expect((await user.post('/file/restore', { id })).status).toBe(200)
  expect((await bytesFrom(user, `/file/${id}/download`)).status).toBe(200)
})

test('files go into an archive and come out of it', async () => {
  const sent = [anyPdf('a.pdf'), anyPdf('a.pdf')]
  const ids: number[] = []
  for (const one of sent) ids.push((await upload(user, one)).body.data.id)
  const job_id = await madeArchive(world, user, ids)
  const archive = await bytesFrom(user, '/file/zip/download', { job_id })
  expect(archive.headers).toMatchObject({ 'content-type': 'application/zip' })
  const other = await world.as('other')
  const made = await upload(other, { name: 'Bills.zip', bytes: archive.bytes })
  expect(made.body.data.media_type).toBe('application/zip')
  const out = await other.post('/file/unzip', { file_id: made.body.data.id })
  expect(out.status, out.text).toBe(201)
  const [folder] = (await other.get('/folders', { name: 'Bills' })).body.data
  expect(folder).toMatchObject({ name: 'Bills', parent_id: null })
  expect(out.body.data).toMatchObject([
    { name: 'a.pdf', folder_id: folder.id },
    { name: 'a (2).pdf', folder_id: folder.id },
  ])
  const back = await bytesFrom(other, `/file/${out.body.data[1].id}/download`)
  expect(back.bytes.equals(sent[1]?.bytes ?? Buffer.alloc(0))).toBe(true)
})

// Shows: T10, R24, V5.2.3
test('archives that would burst, wander or lie are not unpacked', async () => {
  const unzip = async (bytes: Buffer) => {
    const made = await upload(user, { name: 'x.zip', bytes })
    expect(made.status, made.text).toBe(201)
    return user.post('/file/unzip', { file_id: made.body.data.id })
  }
  expect((await unzip(zip([['zeros.txt', '0'.repeat(2_000_000)]]))).status).toBe(413)
  const many = Array.from({ length: 201 }, (_, n): [string, string] => [`${n}.txt`, `${n}`])
  expect((await unzip(zip(many))).status).toBe(413)
  expect((await unzip(zip([['../../evil.txt', 'evil']]))).status).toBe(476)
  expect((await unzip(zip([['/evil.txt', 'evil words']]))).status).toBe(476)
  const mixed = await unzip(
    zip([
      ['good.txt', 'good words'],
      ['page.html', '<html>'],
    ]),
  )
  expect(mixed.body.data).toMatchObject([{ name: 'good.txt' }])
  expect(mixed.body.info.refused).toMatchObject([{ name: 'page.html', code: 415 }])
  const lying = zip([['lie.txt', 'longer than it says, and so not to be believed']], 5)
  expect((await unzip(lying)).body.info.refused).toHaveLength(1)
})

test('bytes that are gone or no longer what they were are told in words, never by half a file', async () => {
  const ids: number[] = []
  const before = new Set(stored())
  const paths: string[] = []
  for (const name of ['lost.pdf', 'bent.pdf', 'well.pdf']) {
    ids.push((await upload(user, anyPdf(name))).body.data.id)
    const path = stored().find((one) => !before.has(one)) ?? ''
    before.add(path)
    paths.push(path)
  }
  const [lost = 0, bent = 0, well = 0] = ids
  rmSync(paths[0] ?? '')
  writeFileSync(paths[1] ?? '', `${readFileSync(paths[1] ?? '')}!`)
  for (const path of [`/file/${lost}/download`, `/file/${lost}/encrypt`]) {
    const missing = await user.post(path)
    expect(missing.status, path).toBe(404)
    expect(missing.body.message).toBe("We couldn't find that file. It may have been removed.")
  }
  const damaged = await user.post(`/file/${bent}/view`)
  expect(damaged.status).toBe(476)
  expect(damaged.body.message).toContain('its bytes are no longer what was stored')
  for (const [id, said] of [
    [lost, "We couldn't find that file."],
    [bent, 'its bytes are no longer what was stored'],
  ] as const) {
    const job_id = await madeArchive(world, user, [well, id])
    const { data } = (await user.get('/file/zip', { job_id })).body
    expect(data).toMatchObject({ archive_status: 'failed', files_done: 1, files_total: 2 })
    expect(data.problem).toContain(said)
    expect((await user.post('/file/zip/download', { job_id })).status).toBe(476)
  }
  const job_id = await madeArchive(world, user, [well])
  expect((await user.post('/file/zip/download', { job_id })).status).toBe(200)
})

// Shows: R24
test('what came in for a call is off the disk when the call is over', () => {
  expect(readdirSync(join(folder.path, 'files', 'incoming'))).toEqual([])
})

// Shows: T10
test('an organisation that has used up its room is told so, and nothing is stored', async () => {
  const padmin = await world.as('padmin')
  const id = world.organisations[1]
  const { version } = (await padmin.get('/organisation', { id })).body.data
  const limited = await padmin.post('/organisation', { id, version, file_quota_mb: 1 })
  expect(limited.status, limited.text).toBe(261)
  const other = await world.as('other')
  const own = await other.post('/organisation', { id, version: version + 1, file_quota_mb: 900 })
  expect(own.status).toBe(403)
  const before = stored().length
  const big = { name: 'big.pdf', bytes: Buffer.concat([anyPdf().bytes, randomBytes(700_000)]) }
  const more = { name: 'more.pdf', bytes: Buffer.concat([anyPdf().bytes, randomBytes(700_000)]) }
  const both = await Promise.all([upload(other, big), upload(other, more)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 476])
  expect(both.find(({ status }) => status === 476)?.body.message).toContain(
    'it does not fit into the 1.0 MB your organisation has for files',
  )
  expect(stored()).toHaveLength(before + 1)
})

/** A deflated archive, as other programs write it; `size` lies about what is inside. */
function zip(entries: [string, string][], size?: number): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const packed = deflateRawSync(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(Buffer.from(text)), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size ?? text.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed)
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}
