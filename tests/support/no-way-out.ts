import { appendFileSync } from 'node:fs'
import net, { type LookupFunction } from 'node:net'

// Whatever runs in a test, and every program it starts, may speak to this machine alone. An attempt to
// reach anybody else fails, and is written down, since who made it may bear the failure in silence.

interface Destination {
  host?: string | undefined
  path?: string | undefined
  lookup?: LookupFunction | undefined
}

/** The forms in which Node hands over where to: its own list, options, a path, a port and a host. */
function destinationOf([first, second]: readonly unknown[]): Destination {
  if (Array.isArray(first)) return destinationOf(first)
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first }
  return { host: typeof second === 'string' ? second : undefined }
}

function isHere({ host, path }: Destination): boolean {
  return Boolean(path) || !host || host === 'localhost' || /^(::1$|(::ffff:)?127\.)/.test(host)
}

function refusalOf(host: string | undefined): Error {
  const { NO_WAY_OUT: log } = process.env
  if (log) appendFileSync(log, `${host}\n`)
  return new Error(`A test wanted to reach ${host}.`)
}

/** Who looks a name up in their own way is asked first: what counts is where it leads. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      const hosts = typeof found === 'string' ? [found] : (found ?? []).map((one) => one.address)
      const outside = hosts.find((host) => !isHere({ host }))
      if (error || outside === undefined) done(error, found, family)
      else done(refusalOf(outside), '')
    })
}

const closed = Symbol.for('switchboard: no way out')
const connect = net.Socket.prototype.connect

function connectHere(this: net.Socket, ...given: unknown[]): net.Socket {
  const destination = destinationOf(given)
  const { host, lookup } = destination
  if (lookup && host && net.isIP(host) === 0) destination.lookup = guarded(lookup)
  else if (!isHere(destination)) {
    const refusal = refusalOf(host)
    process.nextTick(() => this.destroy(refusal))
    return this
  }
  return Reflect.apply(connect, this, given)
}

// A worker loads this once for each of its files; the way is closed once.
if (!(closed in connect))
  net.Socket.prototype.connect = Object.assign(connectHere, { [closed]: true })
