import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

// Shows: V16.2.1, V16.2.2, V16.2.4, V16.3.2, V16.4.1
test('a refusal is in the log of calls: who, what, when, from where, in one line of its own', async () => {
  const user = await world.as('user')
  const headers = {
    authorization: user.authorization ?? '',
    cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'user-agent': 'A browser\t{"status":200}',
  }
  const reply = await user.send({ method: 'GET', url: '/api/v1/users', headers })
  expect(reply.status).toBe(403)
  await sleep(1300)
  const { rows } = await world.owner.query(
    `select request, status, success, user_id::int, organisation_id::int, user_agent,
       created_at, pg_typeof(created_at)::text as kind
     from request_logs where request_id = $1`,
    [reply.headers['x-request-id']],
  )
  expect(rows).toEqual([
    {
      request: 'GET /users',
      status: 403,
      success: false,
      user_id: world.userIds.user,
      organisation_id: world.organisations[0],
      user_agent: headers['user-agent'],
      created_at: expect.stringMatching(/Z$|\+00:00$/),
      kind: 'timestamp with time zone',
    },
  ])
})

// Shows: V16.3.1, V16.3.3
test('coming in, failing to and leaving are security events, with the way that was tried', async () => {
  const guest = world.guest()
  await guest.signIn('manager', 'not the password of anybody')
  await guest.signIn('manager', password)
  await guest.post('/user/signout')
  const { rows } = await world.owner.query<{ event: string; ip: string }>(
    `select event, ip from security_events where event in ('sign_in_failed', 'signed_in', 'signed_out')
     order by id desc limit 3`,
  )
  expect(rows.map(({ event }) => event)).toEqual(['signed_out', 'signed_in', 'sign_in_failed'])
  for (const { ip } of rows) expect(ip).toBeTruthy()
})

/** What comes back for bytes that no browser would send. */
async function answerTo(origin: string, text: string): Promise<string> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString()
  })
  socket.write(text)
  await once(socket, 'close')
  return said
}

// Shows: V4.2.1
test('a call with two lengths is refused, and nothing of it is taken for a second call', async () => {
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const head = ['POST /api/v1/user/signin HTTP/1.1', 'host: localhost', 'connection: close']
  const both = [...head, 'content-length: 5', 'transfer-encoding: chunked', '', '0', '', '']
  const twice = [...head, 'content-length: 5', 'content-length: 6', '', 'GET /']
  for (const lines of [both, twice]) {
    const said = await answerTo(origin, lines.join('\r\n'))
    expect(said).toMatch(/^HTTP\/1\.1 400/)
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  }
})

// Shows: V15.3.7
test('a name that comes twice is refused or is one value, never a mixture', async () => {
  const admin = await world.as('admin')
  const made = await admin.put('/customer', { name: 'Twice' })
  const { id } = made.body.data
  const headers = {
    authorization: admin.authorization ?? '',
    cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  const url = `/api/v1/customer?id=${id}&id=${id + 1}`
  const reply = await admin.send({ method: 'GET', url, headers })
  expect([200, 400, 404]).toContain(reply.status)
  if (reply.status === 200) expect([id, id + 1]).toContain(reply.body.data.id)
})
