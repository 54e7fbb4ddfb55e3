import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import type { Client, Reply } from './client.ts'
import { invitationOf } from './joining.ts'
import { linkTo } from './mailed-link.ts'
import { makeOffers, signed, withToken } from './offers.ts'
import { makeSentInvoices, sentInApril } from './sent-invoices.ts'
import { type Person, password, type World } from './world.ts'

interface Asked {
  reply: Reply
  /** Whose name the history must give. */
  name: string
}

const fresh = 'four quiet tūī on a wire'
const chosen = { password: fresh, password_confirm: fresh }

/**
 * Calls of people who are not signed in, or who change what lets themselves in: the world is theirs
 * alone, since some of its people cannot sign in afterwards.
 */
export function guestCalls(world: World): Record<string, () => Promise<Asked>> {
  let invoices: ReturnType<typeof makeSentInvoices> | undefined
  let offers: ReturnType<typeof makeOffers> | undefined

  async function guest(): Promise<Client> {
    const client = world.guest()
    await client.get('/options')
    return client
  }

  /** Somebody new asks for an account and opens the link in the mail. */
  async function registered(username: string): Promise<Reply> {
    const client = await guest()
    const email = `${username}@example.co.nz`
    const form = { email, username, firstname: 'Aroha', lastname: 'Ngata', terms_agreed: true }
    const asked = await client.put('/user', form)
    expect(asked.status, asked.text).toBe(202)
    return client.post('/user/confirm', { token: await linkTo(world, email), ...chosen })
  }

  async function invited(username: Person): Promise<Record<string, string>> {
    const admin = await world.as('padmin')
    const asked = await admin.put('/membership', { username, role_name: 'user' })
    expect(asked.status, asked.text).toBe(202)
    return invitationOf(world, `${username}@example.co.nz`)
  }

  /** Codes work once, so every code is from the next half minute. */
  function codeOf(uri: string): string {
    world.clock.advance(30_000)
    const totp = URI.parse(uri)
    if (!(totp instanceof TOTP)) throw new Error('The address is not of a time-based code.')
    return totp.generate({ timestamp: world.clock.now().getTime() })
  }

  async function withCodes(person: Person): Promise<{ client: Client; uri: string }> {
    const client = await world.as(person)
    const begun = await client.post('/user/totp/enrol', { password })
    expect(begun.status, begun.text).toBe(200)
    return { client, uri: begun.body.data.uri }
  }

  async function ofInvoice(method: 'put' | 'post', path: string, body: object): Promise<Asked> {
    invoices ??= makeSentInvoices(world)
    const all = await invoices
    const { token, customer_id } = await sentInApril(all)
    const { name } = (await all.user.get('/customer', { id: customer_id })).body.data
    const client = await guest()
    return { reply: await client[method](path, body, withToken(token)), name }
  }

  async function ofContract(path: string, body: object): Promise<Asked> {
    offers ??= makeOffers(world)
    const all = await offers
    const token = await all.send(await all.draft())
    const reply = await (await guest()).post(path, body, withToken(token))
    return { reply, name: signed.name }
  }

  return {
    'PUT /public/invoice/chat': () =>
      ofInvoice('put', '/public/invoice/chat', { text_plain: 'Kia ora' }),
    'POST /public/invoice/opened': () => ofInvoice('post', '/public/invoice/opened', {}),
    'POST /public/contract/opened': () => ofContract('/public/contract/opened', {}),
    'POST /public/contract/accept': () => ofContract('/public/contract/accept', signed),
    'POST /public/invitation/accept': async () => {
      const client = await guest()
      const link = await invited('loner')
      return { reply: await client.post('/public/invitation/accept', {}, link), name: 'loner Test' }
    },
    'POST /public/invitation/decline': async () => {
      const client = await guest()
      const link = await invited('other')
      const reply = await client.post('/public/invitation/decline', {}, link)
      return { reply, name: 'Invited person' }
    },
    'POST /user/confirm': async () => ({ reply: await registered('aroha'), name: 'Guest' }),
    'POST /password/reset': async () => {
      await registered('mere')
      const client = await guest()
      const asked = await client.post('/password/reset', { email: 'mere@example.co.nz' })
      expect(asked.status, asked.text).toBe(202)
      const token = await linkTo(world, 'mere@example.co.nz')
      return { reply: await client.post('/password/reset', { token, ...chosen }), name: 'Guest' }
    },
    'POST /user/impersonate': async () => {
      const client = await world.as('padmin')
      const reason = 'They asked for help on the phone.'
      const whom = { id: world.userIds.user, username_confirm: 'user' }
      return {
        reply: await client.post('/user/impersonate', { ...whom, reason }),
        name: 'padmin Test',
      }
    },
    'POST /password/change': async () => {
      const client = await world.as('loner')
      const reply = await client.post('/password/change', { password_old: password, ...chosen })
      return { reply, name: 'loner Test' }
    },
    'POST /user/totp/confirm': async () => {
      const { client, uri } = await withCodes('admin')
      const reply = await client.post('/user/totp/confirm', { totp: codeOf(uri) })
      return { reply, name: 'admin Test' }
    },
    'POST /user/totp/disable': async () => {
      const { client, uri } = await withCodes('other')
      const on = await client.post('/user/totp/confirm', { totp: codeOf(uri) })
      expect(on.status, on.text).toBe(200)
      const reply = await client.post('/user/totp/disable', { password, totp: codeOf(uri) })
      return { reply, name: 'other Test' }
    },
  }
}
