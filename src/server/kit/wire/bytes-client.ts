import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { readCells } from './row-json.ts'

const DATA_ROW = 68
const COPY_DATA = 100
const NOTHING = Buffer.alloc(0)
const ROOM_BYTES = 65_536

/** A row as it came, valid until the next one; whoever wants its cells as text asks for `fields`. */
export interface RawRow {
  name: 'dataRow'
  length: number
  bytes: Buffer
  start: number
  readonly fields: (string | null)[]
}

/** A piece of a COPY as it came, valid until the next one. */
export interface RawCopy {
  name: 'copyData'
  length: number
  bytes: Buffer
  start: number
}

// What the driver has and its typings do not show. Its version is pinned.
interface Connection {
  attachListeners(stream: Socket): void
  emit(event: string, message: unknown): boolean
}
interface PacketParser {
  buffer: Buffer
  bufferOffset: number
  bufferLength: number
  parse(chunk: Buffer, callback: (message: { name: string }) => void): void
  handlePacket(start: number, code: number, length: number, bytes: Buffer): { name: string }
}

const fromHere = createRequire(import.meta.url)
// The very copy that the driver works with.
const { Parser }: { Parser: new () => PacketParser } = createRequire(fromHere.resolve('pg'))(
  'pg-protocol/dist/parser.js',
)

/**
 * A client that lets rows through as bytes, and reads them into the same memory every time. The
 * driver makes a text of every cell, which a list would only turn into bytes again.
 */
export function BytesClient(config: pg.ClientConfig): pg.Client {
  let received = (_chunk: Buffer) => {}
  const room = Buffer.allocUnsafeSlow(ROOM_BYTES)
  const onread = {
    buffer: room,
    callback(size: number) {
      received(room.subarray(0, size))
      return true
    },
  }
  // Behind TLS it is another socket that hands over the bytes. The typings hide the argument.
  const open = ({ ssl }: { ssl?: unknown }) => new Socket(ssl ? {} : { onread })
  const client = new pg.Client({ ...config, stream: open as () => Socket })
  const { connection } = client as unknown as { connection: Connection }
  connection.attachListeners = (source) => {
    const parse = bytesParser(connection)
    if (source instanceof TLSSocket) source.on('data', parse)
    else received = parse
  }
  return client
}

/** What a connection read is valid until it reads again; what began and did not end is moved. */
function bytesParser(connection: Connection): (chunk: Buffer) => void {
  const parser = new Parser()
  const readOther = parser.handlePacket.bind(parser)
  const row = emptyRow()
  const copy: RawCopy = { name: 'copyData', length: 0, bytes: NOTHING, start: 0 }
  let begun = NOTHING
  parser.handlePacket = (start, code, length, bytes) => {
    if (code === DATA_ROW) return Object.assign(row, { start, length, bytes })
    // The length counts itself.
    if (code === COPY_DATA) return Object.assign(copy, { start, length: length - 4, bytes })
    return readOther(start, code, length, bytes)
  }
  const tell = (message: { name: string }) =>
    connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
  return (chunk) => {
    parser.parse(chunk, tell)
    row.bytes = NOTHING
    copy.bytes = NOTHING
    if (parser.buffer !== chunk) return
    // Twice the room, so that the parser adds the next chunk without asking for memory.
    if (begun.length === 0) begun = Buffer.allocUnsafeSlow(2 * ROOM_BYTES)
    chunk.copy(begun, 0, parser.bufferOffset, parser.bufferOffset + parser.bufferLength)
    parser.buffer = begun
    parser.bufferOffset = 0
  }
}

function emptyRow(): RawRow {
  return {
    name: 'dataRow',
    length: 0,
    bytes: NOTHING,
    start: 0,
    get fields() {
      return readCells(this.bytes, this.start + 2, this.bytes.readInt16BE(this.start))
    },
  }
}
