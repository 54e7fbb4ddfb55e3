import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ArchivedFile } from './organisation-archive.ts'
import { quoted } from './table-facts.ts'

/** Rows as they were copied out, into a table that takes them as they are. */
export async function copyIn(
  client: pg.Client,
  table: string,
  { columns }: ArchivedFile,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(({ name }) => quoted(name)).join(', ')
  const into = client.query(copyFrom(`copy ${quoted(table)} (${list}) from stdin`))
  await pipeline(Readable.from(pieces), into)
}
