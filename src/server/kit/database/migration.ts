import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { refusal } from '#server/kit/start/refusal.ts'

export interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
}

interface Applied {
  version: number
  name: string
  sha256: string
}

const ownFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/** The migration files in order, each `0001_what_it_does.sql`. */
export async function migrationsIn(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  migrations.forEach((migration, index) => {
    const next = migrations[index + 1]
    if (next?.version !== migration.version) return
    throw refusal(`Two migrations have the same number: ${migration.name} and ${next.name}.`)
  })
  return migrations
}

export async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists schema_version (
      version int primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const result = await client.query<Applied>('select version, name, sha256 from schema_version')
  return result.rows
}

/**
 * What is left to do. Rows without a file are fine: a newer version has been here, and the old
 * one still works on its schema.
 */
export function pendingMigrations(files: Migration[], applied: Applied[]): Migration[] {
  const done = new Map(applied.map((row) => [row.version, row]))
  const changed = files.filter((file) => {
    const row = done.get(file.version)
    return row !== undefined && row.sha256 !== file.sha256
  })
  if (changed.length > 0) {
    throw refusal(
      `Already applied, but changed since: ${changed.map((file) => file.name).join(', ')}.\n` +
        'Put the file back as it was and write what is new into another one.',
    )
  }
  return files.filter((file) => !done.has(file.version))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (!number) throw refusal(`${name} is not named like a migration (0001_what_it_does.sql).`)
  const sql = await readFile(join(folder, name), 'utf8')
  if (/^\s*(begin|commit|rollback)\s*;/im.test(sql)) {
    throw refusal(`${name} must not begin or end a transaction: each file is one.`)
  }
  const sha256 = createHash('sha256').update(sql).digest('hex')
  return { version: Number(number), name, sql, sha256 }
}
