import { expect } from 'vitest'
import type { Client } from './client.ts'
import { workOnExports } from './exported.ts'
import type { Prepare } from './ready-rows.ts'
import type { World } from './world.ts'

interface ListedExport {
  id: number
  export_status: string
}

/** One is made at a time: what is under way is stopped first. */
async function stopOthers(client: Client): Promise<void> {
  const { data } = (await client.get('/exports', { limit: 500 })).body
  for (const { id, export_status } of (data ?? []) as ListedExport[])
    if (['waiting', 'running'].includes(export_status))
      expect((await client.post('/export/cancel', { id })).status).toBe(202)
}

/** An export that waits to be made. */
export async function exportRow(client: Client): Promise<number> {
  await stopOthers(client)
  const asked = await client.put('/export', { entities: ['supplier'] })
  expect(asked.status, asked.text).toBe(202)
  return asked.body.data.id
}

const newEntry: Prepare = async (client) => {
  const lines = [
    { account: 5000, amount: '10.00' },
    { account: 4010, amount: '-10.00' },
  ]
  const booked = await client.put('/transaction', { lines, reason: 'New for the accountant' })
  expect(booked.status, booked.text).toBe(201)
  return { target: 'journals', period_start: '2024-01-01', period_end: '2032-12-31' }
}

/** A file for the accountant of what was booked just now. */
export async function accountantfileRow(client: Client): Promise<number> {
  const made = await client.put('/accountantfile', await newEntry(client))
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

/** How calls about exports are made ready. */
export const readyExports: Record<string, Prepare> = {
  'PUT /export': async (client) => {
    await stopOthers(client)
    return { entities: ['supplier'] }
  },
  'POST /export/cancel': async (client) => ({ id: await exportRow(client) }),
  'POST /export/resume': async (client) => {
    const id = await exportRow(client)
    expect((await client.post('/export/cancel', { id })).status).toBe(202)
    return { id }
  },
  'PUT /accountantfile': newEntry,
  'POST /accountantfile/download': async (client) => ({ id: await accountantfileRow(client) }),
}

/** Those that need the work of the queue before them. */
export function exportCallsOf(world: World): Record<string, Prepare> {
  const done: Prepare = async (client) => {
    const id = await exportRow(client)
    await workOnExports(world)
    return { id }
  }
  return { 'POST /export/discard': done, 'POST /export/download': done }
}
