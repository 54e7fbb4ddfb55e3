import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type AkahuSettings, akahuEnvironment, akahuSettings } from './akahu-settings.ts'
import { type Channels, channelsFile, type MailChannel, mailUrl } from './channel-settings.ts'
import {
  type GocardlessSettings,
  gocardlessEnvironment,
  gocardlessSettings,
} from './gocardless-settings.ts'
import { type MapTiles, mapTiles, mapTilesEnvironment } from './map-tiles.ts'
import { refusal } from './refusal.ts'
import { type S3Settings, s3Environment, s3Settings } from './s3-settings.ts'
import { refuseUnsafeLines } from './safe-lines.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import type { SmsChannel } from './sms-settings.ts'

export interface Config {
  production: boolean
  port: number
  host: string
  dataDir: string
  /** The bytes of files; on a volume of their own where that is wanted. */
  filesDir: string
  /** Where they are kept instead; the folder then holds only what is just coming in. */
  s3?: S3Settings | undefined
  /** The room each organisation has for files, unless it has a limit of its own. */
  fileQuotaMb: number
  /** The virus scanner; without one, files are not looked through. */
  clamavUrl?: string | undefined
  /** Where backups are kept, and how many of them. */
  backupDir: string
  backupKeep: number
  databaseUrl?: string | undefined
  databaseAppUrl?: string | undefined
  demo: boolean
  /** The demonstration's accounts may be reached from other machines. */
  demoOpen: boolean
  appTitle: string
  /** Where people reach the screens; links in mails begin with it. */
  publicUrl: string
  smtpUrl?: string | undefined
  mailFrom: string
  /** Where the digest of the platform's own history goes each night, to be kept elsewhere. */
  digestEmail?: string | undefined
  /** How the mail and the text messages of organisations leave that have channels of their own. */
  channels: Channels
  /** Where a demonstration's mail goes: a double beside the server. Without one it reaches nobody. */
  mailDouble?: MailDouble | undefined
  /** The same for its text messages: the phones of its customers. */
  phoneDouble?: PhoneDouble | undefined
  /** The provider of bank feeds; without one, lines come from files and by hand. */
  akahu?: AkahuSettings | undefined
  /** Where the provider of direct debits is; each organisation connects an account of its own. */
  gocardless: GocardlessSettings
  /** Pictures under the map; without them it is drawn on the outline of the country. */
  mapTiles?: MapTiles | undefined
  metricsToken?: string | undefined
  developerUsername?: string | undefined
  runWorker: boolean
  trustProxy: boolean
  /** How long a whole call may take to arrive. */
  arrivalMs: number
  maxConnections: number
  /** How long the log of calls and the security events are kept. */
  requestLogDays: number
  securityEventDays: number
  /** Who is asked for the records of a mail domain; left out, whom the machine asks. */
  dnsServer: string | null
  /** Webhooks may go to this machine itself, for whoever develops a receiver. */
  outboundLoopback: boolean
  backends: Backend[]
  secrets: Secrets
}

/** The double of the customers' mailboxes and of a demonstration's own. */
export interface MailDouble {
  /** Has things happen in it: a customer answers, a mailbox is full. */
  controlUrl: string
  channelOf(organisation_id: number): MailChannel
}

/** The double of the gateways and of the customers' phones behind them. */
export interface PhoneDouble {
  /** Where phones are looked at and answered from. */
  controlUrl: string
  channelOf(organisation_id: number): SmsChannel
}

export type Backend = z.infer<typeof backend>

const flag = z.stringbool()
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgresql://user:password@host:5432/database',
})

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('data'),
  FILES_DIR: z.string().optional(),
  ...s3Environment,
  FILE_QUOTA_MB: z.coerce.number().int().min(1).max(100_000_000).default(10_000),
  CLAMAV_URL: z.url({ protocol: /^tcp$/, error: 'must look like tcp://localhost:3310' }).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_APP_URL: postgresUrl.optional(),
  DEMO: flag.default(true),
  DEMO_OPEN: flag.default(false),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://example.co.nz' })
    .optional(),
  APP_TITLE: z.string().max(60).optional(),
  APP_VARIANT_FILE: z.string().optional(),
  OUTBOUND_LOOPBACK: flag.default(false),
  DNS_SERVER: z
    .string()
    .regex(/^[\d.]+(:\d+)?$/, 'must look like 192.0.2.53 or 192.0.2.53:5353')
    .optional(),
  BACKENDS_FILE: z.string().optional(),
  CHANNELS_FILE: z.string().optional(),
  SMTP_URL: mailUrl(/^smtps?$/, 'must look like smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, 'must be an e-mail address')
    .optional(),
  DIGEST_EMAIL: z.email().optional(),
  ...akahuEnvironment,
  ...gocardlessEnvironment,
  ...mapTilesEnvironment,
  METRICS_TOKEN: z.string().min(16).optional(),
  DEVELOPER_USERNAME: z.string().optional(),
  WORKER: flag.default(true),
  TRUST_PROXY: flag.default(false),
  ARRIVAL_SECONDS: z.coerce.number().int().min(10).max(3600).default(120),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(1000),
  REQUEST_LOG_DAYS: z.coerce.number().int().min(30).max(3650).default(180),
  SECURITY_EVENT_DAYS: z.coerce.number().int().min(30).max(3650).default(730),
})

const backend = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]{1,20}$/),
  name: z.string().min(1).max(60),
  flag: z.string().max(16),
  locale: z.string().max(16),
  base_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  organisation_id: z.int().positive().optional(),
  testing: z.boolean(),
})

const variant = z.strictObject({ title: z.string().min(1).max(60) })

/** Everything the environment decides, read once at the start and passed on from there. */
export function loadConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const env = parse(environment, withoutEmpty(variables), 'The environment')
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(env.DATA_DIR)
  if (production && env.SMTP_URL && !env.MAIL_FROM) {
    throw refusal('MAIL_FROM is missing: name the address that mail is sent from.')
  }
  if (production && !env.PUBLIC_URL) {
    throw refusal('PUBLIC_URL is missing: name the address at which people reach the screens.')
  }
  if (production && env.OUTBOUND_LOOPBACK)
    throw refusal('OUTBOUND_LOOPBACK is for development: leave it out in production.')
  if (production) refuseUnsafeLines(env)
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir,
    filesDir: env.FILES_DIR ? resolve(env.FILES_DIR) : join(dataDir, 'files'),
    s3: s3Settings(env, production),
    fileQuotaMb: env.FILE_QUOTA_MB,
    clamavUrl: env.CLAMAV_URL,
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups'),
    backupKeep: env.BACKUP_KEEP,
    databaseUrl: env.DATABASE_URL,
    databaseAppUrl: env.DATABASE_APP_URL,
    demo: env.DEMO && !production,
    demoOpen: env.DEMO_OPEN,
    appTitle: title(env.APP_TITLE, env.APP_VARIANT_FILE),
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Switchboard <no-reply@switchboard.invalid>',
    digestEmail: env.DIGEST_EMAIL,
    channels: channelsIn(env.CHANNELS_FILE, production),
    akahu: akahuSettings(env, production),
    gocardless: gocardlessSettings(env, production),
    mapTiles: mapTiles(env),
    metricsToken: env.METRICS_TOKEN,
    developerUsername: env.DEVELOPER_USERNAME,
    runWorker: env.WORKER,
    trustProxy: env.TRUST_PROXY,
    arrivalMs: env.ARRIVAL_SECONDS * 1000,
    maxConnections: env.MAX_CONNECTIONS,
    requestLogDays: env.REQUEST_LOG_DAYS,
    securityEventDays: env.SECURITY_EVENT_DAYS,
    outboundLoopback: env.OUTBOUND_LOOPBACK,
    dnsServer: env.DNS_SERVER ?? null,
    backends: env.BACKENDS_FILE ? readJson(z.array(backend).max(50), env.BACKENDS_FILE) : [],
    secrets: loadSecrets({ variables, dataDir, production }),
  }
}

function channelsIn(file: string | undefined, production: boolean): Channels {
  const { organisations } = file ? readJson(channelsFile, file) : { organisations: [] }
  if (production && organisations.some(({ sms }) => sms && !sms.url.startsWith('https:')))
    throw refusal(`The file ${file} names a gateway that is not reached by https.`)
  return { organisations }
}

function title(given: string | undefined, file: string | undefined): string {
  return given ?? (file ? readJson(variant, file).title : 'Switchboard')
}

// An empty variable in a service file means "not set", not "set to nothing".
function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
}

function readJson<T>(schema: z.ZodType<T>, file: string): T {
  if (!existsSync(file)) throw refusal(`The file ${file} does not exist.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw refusal(`The file ${file} is not valid JSON.`)
  }
  return parse(schema, content, `The file ${file}`)
}

function parse<T>(schema: z.ZodType<T>, input: unknown, what: string): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw refusal(`${what} cannot be used as it is:\n${faults.join('\n')}`)
}
