import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { addressOf, bytesIn, callS3, textOf } from './s3-client.ts'

const settings = {
  bucket: 'files',
  region: 'ap-southeast-2',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  isPathStyle: true,
}

let close = () => {}
afterEach(() => close())

/** A store that gives these answers, one after the other. */
async function storeSaying(...answers: [status: number, body: string][]) {
  const left = [...answers]
  const server = createServer((request, reply) => {
    request.resume()
    const [status, body] = left.shift() ?? [500, '']
    reply.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  // A server listening on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return () => callS3({ ...settings, endpoint }, { method: 'GET', key: 'a' })
}

const error = (code: string) => `<Error><Code>${code}</Code></Error>`

test('the bucket stands in the path, or before the name of the host', () => {
  const place = { endpoint: 'https://s3.example.co.nz:9000', bucket: 'files' }
  const address = (isPathStyle: boolean, key: string) =>
    addressOf({ ...place, isPathStyle }, { key }).href
  expect(address(true, '7/3f/3fa')).toBe('https://s3.example.co.nz:9000/files/7/3f/3fa')
  expect(address(false, '7/3f/3fa')).toBe('https://files.s3.example.co.nz:9000/7/3f/3fa')
  expect(address(true, '')).toBe('https://s3.example.co.nz:9000/files')
  expect(address(false, '')).toBe('https://files.s3.example.co.nz:9000/')
})

test.each([
  [404, 'NoSuchKey', 'ENOENT'],
  [404, 'NoSuchBucket', 'EIO'],
  [403, 'SignatureDoesNotMatch', 'EIO'],
  [301, 'PermanentRedirect', 'EIO'],
  [403, 'QuotaExceeded', 'ENOSPC'],
])('an answer of %i %s is the trouble %s', async (status, said, code) => {
  const ask = await storeSaying([status, error(said)])
  await expect(ask()).rejects.toMatchObject({
    code,
    message: `The file store answered ${status} ${said}`,
  })
})

test('a store that has too much to do is asked again, three times in all', async () => {
  const busy: [number, string] = [503, error('SlowDown')]
  const ask = await storeSaying(busy, [500, ''], [200, 'bytes'])
  expect(await textOf(bytesIn(await ask()))).toBe('bytes')
  close()
  const never = await storeSaying(busy, busy, busy, [200, 'bytes'])
  await expect(never()).rejects.toMatchObject({ code: 'EIO' })
})

test('a full store is a full disk', async () => {
  const full: [number, string] = [507, error('InsufficientStorage')]
  const ask = await storeSaying(full, full, full)
  await expect(ask()).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('an answer that breaks off is never taken for a whole one', async () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-length': '1000' })
    reply.write('half')
    setTimeout(() => reply.destroy(), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  const { port } = server.address() as AddressInfo // As above.
  const call = { method: 'GET', key: 'a' } as const
  const answer = await callS3({ ...settings, endpoint: `http://127.0.0.1:${port}` }, call)
  await expect(textOf(bytesIn(answer))).rejects.toMatchObject({ code: 'EIO' })
})
