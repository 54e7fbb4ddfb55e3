import type { Socket } from 'node:net'
import type pg from 'pg'
import { BytesClient, type RawCopy } from './bytes-client.ts'
import { copyRows } from './copy-rows.ts'
import { queryJson } from './json-query.ts'
import type { Wire } from './wire.ts'

/** Rows are made from the bytes that came in, and statements leave in as few packets as can be. */
export const bytesWire: Wire = {
  Client: BytesClient,
  json: queryJson,
  // What comes from such a client is a piece as it came.
  copy: (client, text, how) => copyRows(client, text, how, (message) => message as RawCopy),
  together: corkTick,
}

const corked = new WeakSet<Socket>()

// Statements of one tick leave in one packet, which wakes the other side once.
function corkTick(client: pg.ClientBase): void {
  // The driver shows its socket, its typings do not.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
