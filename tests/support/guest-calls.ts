import { expect } from 'vitest'
import { codeOf, enrol, enrolled } from './authenticator.ts'
import type { Client, Reply } from './client.ts'
import { testConfig } from './config.ts'
import { invitationOf } from './joining.ts'
import { linkTo } from './mailed-link.ts'
import { makeOffers, signed, withToken } from './offers.ts'
import { makeSentInvoices, sentInApril } from './sent-invoices.ts'
import { softwarePasskey } from './software-passkey.ts'
import { type Person, password, type World } from './world.ts'

interface GuestCall {
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
export function guestCalls(world: World): Record<string, () => Promise<GuestCall>> {
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

  /** Somebody of this test alone, who knows the password everybody has. */
  async function newcomer(username: string): Promise<{ id: number; client: Client }> {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into users (username, email, firstname, lastname, password_hash, confirmed_at)
       select $1, $2, $1, 'Test', password_hash, now() from users where username = 'padmin'
       returning id`,
      [username, `${username}@example.co.nz`],
    )
    const client = world.guest()
    expect((await client.signIn(username, password)).status).toBe(200)
    return { id: Number(rows[0]?.id), client }
  }

  /** A platform admin asks to reset the second factor of somebody who has just set it up. */
  async function resetAsked(username: string): Promise<Reply> {
    const { id, client } = await newcomer(username)
    await enrol(world, client)
    const padmin = await world.as('padmin')
    const whom = { user_id: id, username_confirm: username }
    return padmin.put('/factorreset', { ...whom, reason: 'They lost their phone.' })
  }

  async function secondPadmin(): Promise<Client> {
    const { id } = await newcomer('second')
    await world.owner.query(
      'insert into user_roles (user_id, role_id) select $1, id from roles where is_admin',
      [id],
    )
    const client = world.guest()
    expect((await client.signIn('second', password)).status).toBe(200)
    return client
  }

  async function withCodes(person: Person): Promise<{ client: Client; uri: string }> {
    const client = await world.as(person)
    const begun = await client.post('/user/totp/enrol', { password })
    expect(begun.status, begun.text).toBe(200)
    return { client, uri: begun.body.data.uri }
  }

  async function ofInvoice(method: 'put' | 'post', path: string, body: object): Promise<GuestCall> {
    invoices ??= makeSentInvoices(world)
    const all = await invoices
    const { token, customer_id } = await sentInApril(all)
    const { name } = (await all.user.get('/customer', { id: customer_id })).body.data
    const client = await guest()
    return { reply: await client[method](path, body, withToken(token)), name }
  }

  async function ofContract(path: string, body: object): Promise<GuestCall> {
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
      const reply = await client.post('/user/totp/confirm', { totp: codeOf(world, uri) })
      return { reply, name: 'admin Test' }
    },
    'POST /user/recoverycodes': async () => {
      const { client } = await newcomer('careful')
      await enrol(world, client)
      return { reply: await client.post('/user/recoverycodes'), name: 'careful Test' }
    },
    'PUT /user/passkey': async () => {
      const { client } = await newcomer('keen')
      await enrol(world, client)
      const passkey = softwarePasskey(testConfig().publicUrl)
      const question = (await client.post('/user/passkey/begin')).body.data
      const made = { name: 'Telephone', passkey: passkey.make(question) }
      return { reply: await client.put('/user/passkey', made), name: 'keen Test' }
    },
    'DELETE /user/passkey': async () => {
      const { id, client } = await newcomer('spare')
      await world.owner.query(
        `insert into passkeys (id, user_id, name, public_key, counter, created_at)
         values ('key', $1, 'Stick', '', 0, now())`,
        [id],
      )
      return { reply: await client.delete('/user/passkey', { id: 'key' }), name: 'spare Test' }
    },
    'PUT /factorreset': async () => ({ reply: await resetAsked('lost1'), name: 'padmin Test' }),
    'POST /factorreset/approve': async () => {
      const { id } = (await resetAsked('lost2')).body.data
      const second = await secondPadmin()
      const reply = await second.post('/factorreset/approve', { id })
      return { reply, name: 'second Test' }
    },
    'POST /factorreset/refuse': async () => {
      const { id } = (await resetAsked('lost3')).body.data
      const padmin = await world.as('padmin')
      const reply = await padmin.post('/factorreset/refuse', { id })
      return { reply, name: 'padmin Test' }
    },
    'POST /user/totp/disable': async () => {
      const { client, uri } = await enrolled(world, 'other')
      const reply = await client.post('/user/totp/disable', { password, totp: codeOf(world, uri) })
      return { reply, name: 'other Test' }
    },
  }
}
