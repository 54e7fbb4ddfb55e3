import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('credentials open a session with the user, the organisation and a token', async () => {
  const client = world.guest()
  const reply = await client.signIn('manager', password)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    success: true,
    message: 'Signed in.',
    user: {
      username: 'manager',
      organisation_id: world.organisations[0],
      organisation_name: 'First Energy',
      membership_role: 'manager',
      user_type: 'user',
      memberships: [{ organisation_id: world.organisations[0], role_name: 'manager' }],
      roles: [],
      impersonator: null,
    },
  })
  expect(JSON.stringify(reply.body)).not.toMatch(/argon2|totp_secret|session_version/)
  expect((await client.get('/user/token')).status).toBe(200)
})
