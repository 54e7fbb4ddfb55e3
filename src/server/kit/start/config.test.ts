import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = (variables: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: folder, ...variables })

const secrets = {
  PUBLIC_URL: 'https://office.example.co.nz/',
  SESSION_SECRET: 'u0YbT4kqXhN7rGmW2cZ9vLpS5dJ8fAeQ1i',
  CSRF_SECRET: 'kauri-lantern-ferry-mussel-quarry-bolt',
  FIELD_SECRET: 'dQ7mWc3ZpVx9LtRs2HnJf6KyBg4uTe8Aoi',
  APP_ROLE_PASSWORD: '7f3c9a51e08d42b6a9c4d71e5b20f863',
}

test('with nothing set the server is a demonstration on port 5000 of this machine', () => {
  expect(load()).toMatchObject({
    production: false,
    port: 5000,
    host: 'localhost',
    demo: true,
    appTitle: 'Switchboard',
    runWorker: true,
    trustProxy: false,
    backends: [],
  })
})

test('links begin with the public address, which production must be told', () => {
  expect(load().publicUrl).toBe('http://localhost:5000')
  const { PUBLIC_URL, ...rest } = secrets
  expect(load({ ...secrets, NODE_ENV: 'production' }).publicUrl).toBe(
    'https://office.example.co.nz',
  )
  expect(PUBLIC_URL.endsWith('/')).toBe(true)
  expect(() => load({ ...rest, NODE_ENV: 'production' })).toThrow('PUBLIC_URL is missing')
})

// Shows: T25, V13.4.2
test('production never fills in a demonstration', () => {
  expect(load({ ...secrets, NODE_ENV: 'production', DEMO: '1' }).demo).toBe(false)
})

test('secrets are made up once, kept for the owner alone and used again', () => {
  const first = load().secrets
  expect(load().secrets).toEqual(first)
  expect(first.session).toHaveLength(32)
  expect(new Set([first.session, first.csrf, first.fields[0]].map(String)).size).toBe(3)
  const file = join(folder, 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(first.session.toString('base64'))
})

test('one text for several secrets still gives different keys', () => {
  const same = { SESSION_SECRET: 'x'.repeat(32), CSRF_SECRET: 'x'.repeat(32) }
  const { session, csrf, fields } = load({ ...same, FIELD_SECRET: 'x'.repeat(32) }).secrets
  expect(session.equals(csrf)).toBe(false)
  expect(csrf.equals(fields[0])).toBe(false)
})

// Shows: V13.2.3
test('production refuses secrets that could be guessed, and names each with its reason', () => {
  const production = { ...secrets, NODE_ENV: 'production' }
  expect(() => load({ ...production, CSRF_SECRET: 'a'.repeat(40) })).toThrow(
    /guessed:\n {2}CSRF_SECRET is a row of neighbouring/,
  )
  const same = { ...production, SESSION_SECRET: production.FIELD_SECRET }
  expect(() => load(same)).toThrow('Two of them are the same')
})

// Shows: T30, V13.2.3
test.each([
  [{ METRICS_TOKEN: 'a'.repeat(16) }, 'METRICS_TOKEN is a row'],
  [{ DATABASE_URL: 'postgresql://postgres:postgres@localhost/db' }, 'password in DATABASE_URL has'],
  [
    { DATABASE_APP_URL: 'postgresql://app:password-of-app-rw@localhost/db' },
    'The password in DATABASE_APP_URL reads like a placeholder',
  ],
  [{ DATABASE_URL: 'postgresql://owner@db.internal/db' }, 'does not say how the line is encrypted'],
  [{ CLAMAV_URL: 'tcp://clamd.internal:3310' }, 'every file would go there'],
])('production refuses %o, and development takes it', (given, why) => {
  expect(() => load({ ...secrets, NODE_ENV: 'production', ...given })).toThrow(why)
  expect(load({ ...secrets, ...given }).production).toBe(false)
})

test('production takes lines that are encrypted, of its own machine, or in the clear on purpose', () => {
  const password = 'kauri-lantern-ferry-mussel'
  for (const given of [
    { DATABASE_URL: `postgresql://owner:${password}@db.internal/db?sslmode=verify-full` },
    { DATABASE_URL: `postgresql://owner:${password}@db.internal/db?sslmode=disable` },
    { DATABASE_URL: `postgresql://owner:${password}@127.0.0.1:5432/db` },
    { DATABASE_URL: 'postgresql://owner@localhost/db?host=/run/postgresql' },
    { CLAMAV_URL: 'tcp://clamd.internal:3310?encryption=none' },
    { CLAMAV_URL: 'tcp://localhost:3310', METRICS_TOKEN: 'xK92mQpL07vTzR4s' },
  ])
    expect(load({ ...secrets, NODE_ENV: 'production', ...given }).production).toBe(true)
})

test('while the field key is changed, the earlier one is known beside it', () => {
  const before = load(secrets).secrets.fields
  const changed = load({
    ...secrets,
    FIELD_SECRET: 'pW4xNz8RkT1yHq6VbM3sGd9LcJ5fEa7Uui',
    PREVIOUS_FIELD_SECRET: secrets.FIELD_SECRET,
  }).secrets.fields
  expect(changed).toHaveLength(2)
  expect(changed[1]).toEqual(before[0])
})

test('a damaged secrets file is not replaced, because encrypted fields depend on it', () => {
  writeFileSync(join(folder, 'secrets.json'), '{}')
  expect(() => load()).toThrow('Restore it from a backup')
})

// Shows: V13.3.1
test('production names the secrets that are missing', () => {
  const { FIELD_SECRET: _, ...rest } = secrets
  expect(() => load({ ...rest, NODE_ENV: 'production' })).toThrow('missing: FIELD_SECRET.')
})

test('a role of one’s own needs no password of ours', () => {
  const { APP_ROLE_PASSWORD: _, ...rest } = secrets
  const url = 'postgresql://app:kauri-lantern-ferry@db.example/it?sslmode=verify-full'
  const config = load({ ...rest, NODE_ENV: 'production', DATABASE_APP_URL: url })
  expect(config.databaseAppUrl).toBe(url)
})

test.each([
  [{ PORT: 'five' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://root@db' }, 'DATABASE_URL'],
  [{ SMTP_URL: 'mail.example.nz' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example.nz?encryption=perhaps' }, 'SMTP_URL'],
  [{ WORKER: 'perhaps' }, 'WORKER'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
  [{ BACKENDS_FILE: '/nowhere/backends.json' }, '/nowhere/backends.json'],
])('%j is refused and named', (variables, named) => {
  expect(() => load(variables)).toThrow(named)
})

test('an empty variable counts as not set', () => {
  expect(load({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 5000, smtpUrl: undefined })
})

const s3 = {
  S3_ENDPOINT: 'https://s3.example.co.nz',
  S3_BUCKET: 'switchboard-files',
  S3_REGION: 'ap-southeast-2',
  S3_ACCESS_KEY_ID: 'AKIA2QY4T7',
  S3_SECRET_ACCESS_KEY: 'vT8qLm2XcR5yWn7KpZ4jHs9GdB3fUe6A',
}

test('files go to a store that speaks S3 where all of it is named', () => {
  expect(load().s3).toBeUndefined()
  expect(load({ ...secrets, ...s3, NODE_ENV: 'production' }).s3).toEqual({
    endpoint: 'https://s3.example.co.nz',
    bucket: 'switchboard-files',
    region: 'ap-southeast-2',
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    isPathStyle: true,
  })
  expect(load({ ...s3, S3_PATH_STYLE: '0' }).s3?.isPathStyle).toBe(false)
})

test.each([
  [{ S3_BUCKET: '', S3_REGION: '' }, 'missing: S3_BUCKET, S3_REGION'],
  [{ S3_ENDPOINT: 'https://s3.example.co.nz/files' }, 'a host alone'],
  [{ S3_ENDPOINT: 'https://key:pass@s3.example.co.nz' }, 'a host alone'],
  [{ S3_ENDPOINT: 'http://s3.example.co.nz' }, 'must begin with https'],
  [{ S3_ENDPOINT: 'https://10.0.0.7', S3_PATH_STYLE: '0' }, 'must be a name'],
  [{ S3_BUCKET: 'Files of ours' }, 'S3_BUCKET'],
  [{ S3_SECRET_ACCESS_KEY: 'minioadmin' }, 'fewer than 20 characters'],
  [{ S3_SECRET_ACCESS_KEY: 'change-me-change-me-change-me' }, 'reads like a placeholder'],
])('a file store named by halves or unsafely is refused: %j', (changes, said) => {
  expect(() => load({ ...secrets, NODE_ENV: 'production', ...s3, ...changes })).toThrow(said)
})

test('backends and the title come from files', () => {
  const backends = [
    { code: 'nz', name: 'New Zealand', flag: '🇳🇿', locale: 'en-NZ', base_url: '', testing: false },
  ]
  writeFileSync(join(folder, 'backends.json'), JSON.stringify(backends))
  writeFileSync(join(folder, 'variant.json'), JSON.stringify({ title: 'Harbour' }))
  const config = load({
    BACKENDS_FILE: join(folder, 'backends.json'),
    APP_VARIANT_FILE: join(folder, 'variant.json'),
  })
  expect(config.backends).toEqual(backends)
  expect(config.appTitle).toBe('Harbour')
})
