import { expect } from 'vitest'
import type { Client } from './client.ts'
import { linkTo } from './mailed-link.ts'
import type { World } from './world.ts'

/** The link of an invitation, in the header its page sends it in. */
export async function invitationOf(world: World, address: string): Promise<Record<string, string>> {
  return { 'x-link-token': await linkTo(world, address) }
}

/** Somebody is invited by an admin and accepts; answers their membership as the admin sees it. */
export async function joins(
  world: World,
  admin: Client,
  invited: { username: string; email?: string; role_name?: string },
): Promise<{ id: number; version: number; user_id: number }> {
  const { username, role_name = 'user', email = `${username}@example.co.nz` } = invited
  const asked = await admin.put('/membership', { username, role_name })
  expect(asked.status, asked.text).toBe(202)
  const guest = world.guest()
  await guest.get('/options')
  const link = await invitationOf(world, email)
  const joined = await guest.post('/public/invitation/accept', {}, link)
  expect(joined.status, joined.text).toBe(200)
  const [member] = (await admin.get('/memberships', { order: '-id', limit: 1 })).body.data
  return member
}
