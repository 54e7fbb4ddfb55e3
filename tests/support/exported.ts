import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { makeExport } from '#server/exports/make-export-job.ts'
import { tidyExports } from '#server/exports/tidy-exports-job.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An archive read anew, by its directory: names and what unfolds from each. */
export function unzipped(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let place = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size] = [bytes.readUInt32LE(place + 20), bytes.readUInt32LE(place + 24)]
    const length = bytes.readUInt16LE(place + 28)
    const name = bytes.toString('utf8', place + 46, place + 46 + length)
    const start = bytes.readUInt32LE(place + 42)
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const part = bytes.subarray(from, from + packed)
    const whole = bytes.readUInt16LE(place + 10) === 8 ? inflateRawSync(part) : part
    expect(whole.length, name).toBe(size)
    files.set(name, whole)
    place += 46 + length + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  return files
}

/** A table of text read anew, letter by letter. */
export function tableOf(text: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const letters = [...text.replace(/^\ufeff/, '')]
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator || letter === '\n') {
      row.push(cell.replace(/\r$/, ''))
      cell = ''
      if (letter === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += letter
  }
  return rows
}

/** The same as objects, by its first row. */
export function recordsOf(text: string, separator = ','): Record<string, string>[] {
  const [head = [], ...rows] = tableOf(text, separator)
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])))
}

/** Whole cents, so that nothing is lost in adding up. */
export const centsIn = (amounts: Iterable<string | undefined>) =>
  [...amounts].reduce((sum, amount) => sum + Math.round(Number(amount || 0) * 100), 0)

type Place = Pick<World, 'owner' | 'database' | 'config'> & { clock: Clock }

/** Does the work that waits for exports, and nothing else of the queue. */
export async function workOnExports({ owner, ...place }: Place): Promise<void> {
  const { rows } = await owner.query<{ name: string; data: object }>(
    `delete from pgboss.job where name in ('make-export', 'tidy-exports') and state = 'created'
     returning name, data`,
  )
  const { signal } = new AbortController()
  const job = { ...place, signal, isLastAttempt: false }
  for (const { name, data } of rows) {
    if (name === makeExport.name) await makeExport.run(job, makeExport.payload.parse(data))
    else await tidyExports.run(job, tidyExports.payload.parse(data))
  }
}

/** Asks for an export, has it made and fetches it. */
export async function exported(world: World, client: Client, body: object) {
  const asked = await client.put('/export', body)
  expect(asked.status, asked.text).toBe(202)
  await workOnExports(world)
  const { id } = asked.body.data
  const row = (await client.get('/export', { id })).body.data
  expect(row.export_status, row.problem).toBe('done')
  const fetched = await client.post('/export/download', { id })
  expect(fetched.status, fetched.text.slice(0, 200)).toBe(200)
  const files = unzipped(fetched.bytes)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  return { id, row, bytes: fetched.bytes, headers: fetched.headers, files, manifest }
}
