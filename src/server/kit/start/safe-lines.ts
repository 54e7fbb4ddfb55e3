import { refusal } from './refusal.ts'
import { weaknessOf } from './weak-secret.ts'

interface Lines {
  DATABASE_URL?: string | undefined
  DATABASE_APP_URL?: string | undefined
  CLAMAV_URL?: string | undefined
  METRICS_TOKEN?: string | undefined
}

const addresses = ['DATABASE_URL', 'DATABASE_APP_URL'] as const

// Whoever tries them is heard: they need not outlast a guess at a stolen hash.
const MIN_LENGTH = 16
const MIN_BITS = 40

/**
 * In production nothing goes to another machine in the clear without a word that it may, and nothing
 * is opened by a password that everybody tries first.
 */
export function refuseUnsafeLines(lines: Lines): void {
  for (const name of addresses) {
    const address = lines[name]
    if (!address) continue
    const url = new URL(address)
    // Left out where a file, a certificate or the machine itself says who it is.
    refuseWeak(`The password in ${name}`, decodeURIComponent(url.password) || undefined)
    const says = url.searchParams.has('sslmode') || url.searchParams.has('ssl')
    if (!says && !isOwnMachine(url))
      throw refusal(
        `${name} leads to another machine, and does not say how the line is encrypted.\n` +
          'End it in ?sslmode=verify-full, or in ?sslmode=disable on a network of your own.',
      )
  }
  refuseWeak('METRICS_TOKEN', lines.METRICS_TOKEN)
  const scanner = lines.CLAMAV_URL && new URL(lines.CLAMAV_URL)
  if (scanner && !isOwnMachine(scanner) && scanner.searchParams.get('encryption') !== 'none')
    throw refusal(
      'CLAMAV_URL leads to another machine, and clamd has no encryption: every file would go there\n' +
        'in the clear. End it in ?encryption=none on a network of your own.',
    )
}

function refuseWeak(what: string, secret: string | undefined): void {
  const weakness = secret === undefined ? null : weaknessOf(secret, MIN_LENGTH, MIN_BITS)
  if (weakness)
    throw refusal(`${what} ${weakness}. Make it anew, for example from: openssl rand -hex 24`)
}

// The host may stand among the parameters, and there be the folder of a socket.
function isOwnMachine({ hostname, searchParams }: URL): boolean {
  const host = (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || host.startsWith('/')
}
