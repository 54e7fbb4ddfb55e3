import { expect } from 'vitest'
import { standards } from '#domain/messaging/template/standards.ts'
import type { Client } from './client.ts'
import { settingIs } from './supplied.ts'
import type { World } from './world.ts'

type Body = Record<string, unknown>

let sequence = 0

export const twoRead = (world: World, isOn: boolean) =>
  settingIs(world, 'template_second_person', isOn)

/** A template of the organisation’s own that customers read. */
export async function templateInUse(admin: Client): Promise<{ id: number; version: number }> {
  const { subject, text_base } = standards.receipt
  const known = (await admin.get('/messagetemplates', { key: 'receipt' })).body.data[0]
  if (known) return known
  const receipt = { name: 'Receipt', type: 'email', key: 'receipt', context: 'payment' }
  const made = await admin.put('/messagetemplate', { ...receipt, subject, text_base })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

/** The change of a template that waits for a second person. */
export async function wordsAskedFor(client: Client, change: object): Promise<number> {
  const { id } = await templateInUse(client)
  const { version } = (await client.get('/messagetemplate', { id })).body.data
  const reply = await client.post('/messagetemplate', { id, version, ...change })
  expect(reply.status, reply.text).toBe(261)
  expect(reply.body.message).toContain('second person')
  const about = { object_class: 'messagetemplate', object_id: id }
  return Number((await client.get('/wordchanges', about)).body.data[0].id)
}

/** Calls that answer a change of what customers read. */
export function wordCallsOf(world: World): Record<string, (client: Client) => Promise<Body>> {
  async function asked(client: Client): Promise<number> {
    await templateInUse(client)
    await twoRead(world, true)
    const id = await wordsAskedFor(client, { text_base: `Thanks, ${++sequence}: {{amount}}` })
    await twoRead(world, false)
    return id
  }
  return {
    'POST /wordchange/confirm': async () => ({ id: await asked(await world.as('padmin')) }),
    'POST /wordchange/refuse': async () => ({
      id: await asked(await world.as('padmin')),
      reason: 'It names another account',
    }),
    'POST /wordchange/withdraw': async (client) => ({ id: await asked(client) }),
  }
}
