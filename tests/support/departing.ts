import { expect } from 'vitest'
import type { Client } from './client.ts'
import { letLeave } from './run-queue.ts'
import type { World } from './world.ts'

/** One thing that is to leave, and how. */
export interface LeavingRequest {
  action: string
  ids: number[]
  options?: object
}

/** What people do with one thing that leaves after a last look: look, let it go, think better of it. */
export function departing(world: World) {
  const look = async (client: Client, asked: LeavingRequest) => {
    const reply = await client.post('/departure/look', asked)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data[0]
  }
  const holding = (client: Client, { action, ids, options }: LeavingRequest, seen?: string) =>
    client.put('/departure', {
      ...{ action, rows: ids.map((id) => ({ id, ...(seen ? { seen } : {}) })) },
      ...(options ? { options } : {}),
    })
  const hold = async (client: Client, asked: LeavingRequest, seen?: string) => {
    const reply = await holding(client, asked, seen)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data
  }
  return {
    look,
    holding,
    hold,
    /** Looks, and lets go what was read. */
    letGo: async (client: Client, asked: LeavingRequest) => {
      const { seen, problem } = await look(client, asked)
      expect(problem).toBeNull()
      return hold(client, asked, seen)
    },
    takeBack: async (client: Client, id: number) => {
      const reply = await client.post('/departure/takeback', { id })
      expect(reply.status, reply.text).toBe(200)
    },
    /** The ten seconds are over. */
    pass: () => letLeave(world, { clock: world.clock, config: world.config }),
    /** What another broker is told of it. */
    isUnknownToOthers: async (action: string, id: number) => {
      const other = await world.as('other')
      const asked = { action, ids: [id] }
      expect((await other.post('/departure/preview', asked)).status).toBe(404)
      expect((await other.post('/departure/look', asked)).status).toBe(404)
      expect((await holding(other, asked)).status).toBe(404)
    },
    /** What became of it: its state, and why. */
    outcome: async (client: Client, id: number) => {
      const { items } = (await client.get('/departure', { id })).body.data
      return items.map((one: { state: string; message: string | null }) => [one.state, one.message])
    },
  }
}

export type SomethingDeparting = ReturnType<typeof departing>
