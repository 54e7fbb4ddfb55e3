import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOutside } from '#server/kit/outbound/outside-address.ts'
import {
  addressFault,
  OutsideRefusal,
  postOutside,
  type Resolve,
} from '#server/kit/outbound/post-outside.ts'
import { reached } from '#tests/support/nobody-was-reached.ts'
import { webhookReceiver } from '#tests/support/webhook-receiver.ts'

let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeAll(async () => {
  receiver = await webhookReceiver()
})
afterAll(() => receiver.close())

const strict = { isLoopbackAllowed: false, timeoutMs: 500 }
const named =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

async function refusalOf(url: string, resolve?: Resolve): Promise<string> {
  const asked = postOutside(url, {}, '{}', { ...strict, ...(resolve ? { resolve } : {}) })
  const error = await asked.then(
    () => null,
    (cause) => cause,
  )
  expect(error, url).toBeInstanceOf(OutsideRefusal)
  return error.message
}

const hosts = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '0.0.0.0',
  '0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
]

describe('the door to the outside', () => {
  // Shows: T16, R28, V1.3.6
  test.each(hosts)('does not lead to %s', async (host) => {
    for (const scheme of ['http', 'https'])
      await refusalOf(`${scheme}://${host}:${receiver.port}/hook`)
    expect(receiver.state.connections).toBe(0)
  })

  // Shows: T16, R28
  test('does not lead where a name points inside, nor where it points to both', async () => {
    const url = `https://inside.example.co.nz:${receiver.port}/hook`
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '64:ff9b::7f00:1'])
      expect(await refusalOf(url, named(address))).toBe('That address is not on the internet.')
    expect(await refusalOf(url, named('203.0.113.7', '127.0.0.1'))).toMatch(/not on the internet/)
    expect(await refusalOf(url, named())).toMatch(/not on the internet/)
    expect(receiver.state.connections).toBe(0)
  })

  // Shows: T16, R28
  test('asks for a name once, so that a second answer changes nothing', async () => {
    let asked = 0
    const turning: Resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '203.0.113.7' : '127.0.0.1', family: 4 }]
    }
    await refusalOf(`https://turning.example.co.nz:${receiver.port}/hook`, turning)
    expect(asked).toBe(1)
    expect(reached(), 'the address that was checked').toEqual(['203.0.113.7'])
    expect(receiver.state.connections).toBe(0)
  })

  // Shows: V1.3.6, V12.3.1
  test('is for https alone, without names and passwords in it', () => {
    for (const url of ['http://example.co.nz', 'ftp://example.co.nz', 'file:///etc/passwd', 'x'])
      expect(addressFault(url, strict), url).not.toBeNull()
    expect(addressFault('https://me:secret@example.co.nz', strict)).toMatch(/password/)
    expect(addressFault('https://example.co.nz/hook?a=1', strict)).toBeNull()
    expect(isOutside('8.8.8.8')).toBe(true)
    expect(isOutside('2404:6800:4006:80a::200e')).toBe(true)
  })
})

describe('where this machine itself is allowed', () => {
  const open = { isLoopbackAllowed: true, timeoutMs: 500 }
  const post = () => postOutside(receiver.url, { 'x-a': '1' }, '{"a":1}', open)

  test('a call arrives, and other networks stay shut', async () => {
    Object.assign(receiver.state, { status: 200, text: 'Thanks' })
    expect(await post()).toEqual({ status: 200, text: 'Thanks' })
    expect(receiver.received.at(-1)).toMatchObject({ body: '{"a":1}', headers: { 'x-a': '1' } })
    await expect(postOutside('http://10.0.0.1/', {}, '', open)).rejects.toThrow(/https/)
  })

  // Shows: T16, R28, V15.3.2
  test('a redirect is an answer and no new call', async () => {
    const before = receiver.received.length
    Object.assign(receiver.state, { status: 302, location: receiver.url })
    expect((await post()).status).toBe(302)
    expect(receiver.received.length).toBe(before + 1)
    Object.assign(receiver.state, { status: 200, location: '' })
  })

  test('an endless answer and a silent receiver are left', async () => {
    receiver.state.text = 'x'.repeat(65_537)
    await expect(post()).rejects.toThrow(/64 kB/)
    receiver.state.text = ''
    receiver.state.hold = new Promise((resolve) => setTimeout(resolve, 1000))
    await expect(post()).rejects.toThrow('No answer in time.')
    receiver.state.hold = Promise.resolve()
  })
})
