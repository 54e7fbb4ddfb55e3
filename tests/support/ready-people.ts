import { expect } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { joins } from './joining.ts'
import { password, type World } from './world.ts'

type Body = Record<string, unknown>

let sequence = 0

/** Calls about people and what they may do, which want a platform admin or fresh proof first. */
export function peopleCalls(world: World): Record<string, (client: Client) => Promise<Body>> {
  let platform: Promise<Client> | undefined

  /** Somebody new, who works nowhere yet. */
  async function newUser(): Promise<{ id: number; username: string }> {
    platform ??= world.as('padmin')
    sequence += 1
    const username = `newcomer${sequence}`
    const told = { username, email: `${username}@example.co.nz`, firstname: 'Ngaio' }
    const made = await (await platform).put('/user', told)
    expect(made.status, made.text).toBe(201)
    return { id: made.body.data.id, username }
  }

  async function prove(client: Client): Promise<void> {
    const proved = await client.post('/user/stepup', { password })
    expect(proved.status, proved.text).toBe(200)
  }

  async function member(client: Client) {
    await prove(client)
    return joins(world, client, await newUser())
  }

  async function invited(client: Client): Promise<Body> {
    await prove(client)
    const { username } = await newUser()
    const asked = await client.put('/membership', { username, role_name: 'user' })
    expect(asked.status, asked.text).toBe(202)
    return { id: asked.body.data.id }
  }

  async function permitted(client: Client): Promise<Body> {
    const { user_id } = await member(client)
    const staff = entityNamed('staff')
    if (!staff) throw new Error('There are no staff.')
    await makeRow(client, staff, { user_id, is_active: true })
    return { user_id, can_decrypt: true }
  }

  async function withPermission(client: Client): Promise<unknown> {
    const given = await permitted(client)
    expect((await client.post('/userpermission', given)).status).toBe(261)
    return given.user_id
  }

  /** One that is there already; nobody has to fill what only stands in the queue. */
  async function demonstration(): Promise<{ id: number; name: string }> {
    await world.owner.query(`delete from pgboss.job where name = 'fill-demonstration'`)
    const { rows } = await world.owner.query(
      `with given as (select nextval('demonstration_numbers')::int as number)
       insert into organisations (name, demo, demonstration_number, demonstration_status)
       select 'Shown ' || number, true, number, 'ready' from given returning id, name`,
    )
    return rows[0]
  }

  return {
    'PUT /demonstration': async () => ({ size: 'small' }),
    'POST /demonstration/password': async (client) => {
      await prove(client)
      return { id: (await demonstration()).id }
    },
    'POST /demonstration/remove': async () => {
      const { id, name } = await demonstration()
      return { id, name_confirm: name }
    },
    'POST /user/restore': async (client) => {
      const { id, username } = await newUser()
      const gone = await client.delete('/user', { id, username_confirm: username })
      expect(gone.status, gone.text).toBe(262)
      return { id }
    },
    'PUT /membership': async (client) => {
      await prove(client)
      return { username: (await newUser()).username, role_name: 'user' }
    },
    'POST /invitation/resend': invited,
    'DELETE /invitation': invited,
    'POST /membership': async (client) => {
      const { id, version } = await member(client)
      return { id, version, role_name: 'accounting' }
    },
    'POST /membership/restore': async (client) => {
      const { id } = await member(client)
      expect((await client.delete('/membership', { id })).status).toBe(262)
      return { id }
    },
    'PUT /user': async () => {
      sequence += 1
      const username = `another${sequence}`
      return { username, email: `${username}@example.co.nz`, firstname: 'Ngaio' }
    },
    'DELETE /user': async () => {
      const { id, username } = await newUser()
      return { id, username_confirm: username }
    },
    'DELETE /membership': async (client) => ({ id: (await member(client)).id }),
    'DELETE /memberships': async (client) => ({ ids: [(await member(client)).id] }),
    'DELETE /sharedview': async (client) => {
      sequence += 1
      const view = { list_name: 'customers', name: `Gone ${sequence}`, search: '?q=once' }
      return { id: (await client.post('/sharedview/save', view)).body.data.id }
    },
    'DELETE /userpermission': async (client) => ({ user_id: await withPermission(client) }),
    'DELETE /userpermissions': async (client) => ({ ids: [await withPermission(client)] }),
    'PUT /apikey': async (client) => {
      await prove(client)
      return {}
    },
    'DELETE /apikey': async (client) => {
      await prove(client)
      const made = await client.put('/apikey', {})
      expect(made.status, made.text).toBe(201)
      return { id: made.body.data.id }
    },
    'PUT /userpermission': permitted,
    'POST /userpermission': permitted,
  }
}
