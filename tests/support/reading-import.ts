import { expect } from 'vitest'
import type { Client } from './client.ts'
import { HEADINGS, METERS_SQL, metersValues, serialOf } from './reading-file.ts'
import { runQueue } from './run-queue.ts'
import { sendForm, textFile, type UploadedFile } from './upload.ts'
import { scope, type World } from './world.ts'

interface Row {
  id: number
  version: number
  row_number: number
  severity: string
  staged_status: string
  findings: { code: string; message: string }[]
  [name: string]: unknown
}

export interface Importing {
  /** Sends a file and leaves it unread. */
  take(content: string, more?: object): Promise<number>
  /** Sends a file and lets it be read. */
  bring(content: string, more?: object): Promise<number>
  accept(id: number, include?: string): Promise<void>
  importOf(id: number): Promise<Record<string, unknown>>
  countsOf(id: number): Promise<Record<string, number>>
  rowsOf(id: number, more?: Record<string, string>): Promise<Row[]>
  readingsOf(meter: number): Promise<Record<string, unknown>[]>
}

export const sendReadings = (client: Client, content: UploadedFile, more: object = {}) =>
  sendForm(client, 'PUT /readingimport', { content, ...more })

/** What people do with files of readings, in a world that has the meters they speak of. */
export async function importing(world: World, user: Client, meters: number): Promise<Importing> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(METERS_SQL, metersValues(world.organisations[0], meters))
  let files = 0
  const dataOf = async (path: string, query: Record<string, string | number>) =>
    (await user.get(path, query)).body.data
  const take = async (content: string, more: object = {}) => {
    const reply = await sendReadings(user, textFile(content, `f${++files}.csv`), more)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.data).toMatchObject({ import_status: 'checking', rows_total: null })
    return reply.body.data.id
  }
  return {
    take,
    bring: async (content, more) => {
      const id = await take(content, more)
      await runQueue(world)
      return id
    },
    accept: async (id, include) => {
      const reply = await user.post('/readingimport/accept', { id, ...(include && { include }) })
      expect(reply.status, reply.text).toBe(202)
      expect(reply.body.data.import_status).toBe('accepting')
      await runQueue(world)
    },
    importOf: (id) => dataOf('/readingimport', { id }),
    countsOf: (id) => dataOf('/readingimport/counts', { id }),
    rowsOf: (id, more = {}) =>
      dataOf('/stagedreadings', { readingimport_id: id, limit: 500, ...more }),
    readingsOf: async (meter) => {
      const [found] = await dataOf('/meters', { meter_number: serialOf(meter) })
      const query = { meter_id: found.id, order: 'reading_date', limit: 500 }
      return dataOf('/meterreadings', query)
    },
  }
}

/** Rows of one meter: day/month/year, reading and kind, divided by spaces. */
export function meterCsv(meter: number, ...rows: string[]): string {
  const lines = rows.map((row) => {
    const [day, reading, type = 'actual'] = row.split(' ')
    return `${serialOf(meter)},,,${day},${reading},${type}`
  })
  return [HEADINGS, ...lines].join('\n')
}
