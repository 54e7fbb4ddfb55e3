import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import { type Person, password, type World } from './world.ts'

/** Codes work once, so every code of a test is from the next half minute. */
export function codeOf(world: World, uri: string): string {
  world.clock.advance(30_000)
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('The address is not of a time-based code.')
  return totp.generate({ timestamp: world.clock.now().getTime() })
}

interface Enrolled {
  client: Client
  uri: string
  recovery_codes: string[]
}

/** Somebody signs in and switches two-factor sign-in on. */
export async function enrolled(world: World, person: Person): Promise<Enrolled> {
  return enrol(world, await world.as(person))
}

export async function enrol(world: World, client: Client): Promise<Enrolled> {
  const begun = await client.post('/user/totp/enrol', { password })
  expect(begun.status, begun.text).toBe(200)
  const { uri } = begun.body.data
  const done = await client.post('/user/totp/confirm', { totp: codeOf(world, uri) })
  expect(done.status, done.text).toBe(200)
  return { client, uri, recovery_codes: done.body.data.recovery_codes }
}

/** Signs in with a code, where one is given. */
export async function signInWith(world: World, username: string, totp?: string) {
  const client = world.guest()
  await client.get('/options')
  const reply = await client.post('/user/signin', { username, password, ...(totp && { totp }) })
  if (reply.body?.token) client.authorization = `JWT ${reply.body.token}`
  return { client, reply }
}
