import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { signIn } from '../../bench/session.ts'
import { customersOf } from './bulk.ts'
import type { OfficeServer } from './office-server.ts'

/** What a message to many came to, while an office was at work. */
export interface OfficeBulk {
  recipients: number
  seconds: number
  /** Letters that arrived, and addresses that they arrived at. */
  arrived: number
  reached: number
}

const written = z.object({ data: z.object({ id: z.number(), state: z.string() }) })

/** Writes to many and waits until the last of them is done; two people, as it takes for so many. */
export async function bulkAll(office: OfficeServer, recipients: number): Promise<OfficeBulk> {
  const { world, port, sink } = office
  const [organisation_id] = world.organisations
  await world.owner.query(
    `insert into organisationconfigs (organisation_id, name, value)
     values ($1, 'mail_per_minute', '0')`,
    [organisation_id],
  )
  const { audience } = await customersOf(world, recipients)
  const [manager, admin] = await Promise.all(
    office.users.slice(-2).map((user) => signIn(port, user)),
  )
  if (!manager || !admin) throw new Error('Nobody is there to write.')
  const ask = async (method: string, path: string, { write } = manager, body?: object) => {
    const headers = {
      ...write,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const given = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, given)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`)
    return written.parse(JSON.parse(text)).data
  }
  const words = { subject: 'News for {{customer_name}}', text_base: 'Kia ora {{customer_name}}.' }
  const { id } = await ask('PUT', '/bulkmessage', manager, { name: 'News', audience, ...words })
  const began = performance.now()
  await ask('POST', '/bulkmessage/start', admin, { id, count: recipients })
  for (;;) {
    const { state } = await ask('GET', `/bulkmessage?id=${id}`)
    if (state === 'done') break
    if (state !== 'running') throw new Error(`The message to many is ${state}.`)
    await sleep(500)
  }
  const seconds = (performance.now() - began) / 1000
  const got = sink.messages.flatMap(({ to }) => to)
  return { recipients, seconds, arrived: got.length, reached: new Set(got).size }
}
