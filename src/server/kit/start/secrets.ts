import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { FieldKeys } from '#server/kit/rows/seal.ts'
import { ensureDataFolder } from './data-folder.ts'
import { refusal } from './refusal.ts'
import { weaknessOf } from './weak-secret.ts'

export interface Secrets {
  session: Buffer
  csrf: Buffer
  /** What is sealed from now on, and what was sealed before while the key is being changed. */
  fields: FieldKeys
  appRolePassword: string
}

const names = ['SESSION_SECRET', 'CSRF_SECRET', 'FIELD_SECRET', 'APP_ROLE_PASSWORD'] as const
type SecretName = (typeof names)[number]
type SecretTexts = Record<SecretName, string>

/**
 * Secrets come from the environment. In development those that are missing are made up once and
 * kept in the data folder; in production guessing would hide a mistake, so it is refused.
 */
export function loadSecrets(options: {
  variables: NodeJS.ProcessEnv
  dataDir: string
  production: boolean
}): Secrets {
  const given = names.filter((name) => options.variables[name])
  // Who names the application's own connection has chosen its password already.
  const needless = options.variables.DATABASE_APP_URL ? 'APP_ROLE_PASSWORD' : ''
  const missing = names.filter((name) => !options.variables[name] && name !== needless)
  const weak = given.filter((name) => (options.variables[name]?.length ?? 0) < 32)
  if (weak.length > 0) throw refusal(`Too short, 32 characters at least: ${weak.join(', ')}.`)
  if (options.production) refuseGuessable(options.variables, given)
  if (options.production && missing.length > 0) {
    throw refusal(
      `These secrets are missing: ${missing.join(', ')}.\n` +
        `Set each to at least 32 random characters, ${howToMakeOne}`,
    )
  }
  const kept = missing.length > 0 ? keptSecrets(options.dataDir) : undefined
  const text = (name: SecretName) => options.variables[name] || (kept?.[name] ?? '')
  return {
    session: key(text('SESSION_SECRET'), 'session'),
    csrf: key(text('CSRF_SECRET'), 'csrf'),
    fields: fieldKeys(text('FIELD_SECRET'), options.variables.PREVIOUS_FIELD_SECRET),
    appRolePassword: text('APP_ROLE_PASSWORD'),
  }
}

const howToMakeOne = 'for example from: openssl rand -base64 32'

function refuseGuessable(variables: NodeJS.ProcessEnv, given: readonly SecretName[]): void {
  const found = given.flatMap((name) => {
    const weakness = weaknessOf(variables[name] ?? '')
    return weakness ? [`  ${name} ${weakness}.`] : []
  })
  const texts = given.map((name) => variables[name])
  if (new Set(texts).size < texts.length) found.push('  Two of them are the same.')
  if (found.length === 0) return
  throw refusal(
    `These secrets could be guessed:\n${found.join('\n')}\nMake each one anew, ${howToMakeOne}`,
  )
}

function fieldKeys(text: string, earlier: string | undefined): FieldKeys {
  const current = key(text, 'fields')
  return earlier?.trim() ? [current, key(earlier, 'fields')] : [current]
}

// Any text becomes 32 bytes, and one text used for two purposes still gives two keys.
function key(text: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', `switchboard ${purpose}`, 32))
}

function keptSecrets(dataDir: string): SecretTexts {
  const file = join(dataDir, 'secrets.json')
  ensureDataFolder(dataDir)
  if (!existsSync(file)) makeSecrets(file)
  const shape = z.record(z.enum(names), z.string().min(32))
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw refusal(
      `${file} cannot be read. Restore it from a backup: without it encrypted fields are lost.`,
    )
  }
}

function makeSecrets(file: string): void {
  const made = Object.fromEntries(
    names.map((name) => [name, randomBytes(32).toString('base64url')]),
  )
  // Renamed into place, so that a crash never leaves half a file behind.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
