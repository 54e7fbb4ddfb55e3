import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Copying } from './wire.ts'

/** A piece of a COPY, where it lies. */
interface Piece {
  bytes: Buffer
  start: number
  length: number
}

// What the driver passes to a query and its typings do not show. Its version is pinned.
interface Connection {
  query(text: string): void
  stream: { pause(): void; resume(): void }
}

const PIECE_BYTES = 131_072

/**
 * The rows of a COPY to the client, in large pieces after a head. A buffer for each row would cost
 * more than the rows themselves, so they are written straight from the bytes that came in.
 */
export function copyRows(
  client: pg.Client,
  text: string,
  { head, put, more }: Copying,
  pieceOf: (message: unknown) => Piece,
): Readable {
  let connection: Connection | null = null
  let piece = newPiece(0)
  let filled = piece.write(head)
  const out = new Readable({
    // One piece waits while the next is filled.
    highWaterMark: PIECE_BYTES,
    read: () => connection?.stream.resume(),
  })
  const flush = () => {
    if (filled > 0 && !out.push(piece.subarray(0, filled))) connection?.stream.pause()
    filled = 0
  }
  const addRow = ({ bytes, start, length }: Piece) => {
    if (filled + length + more > piece.length) {
      flush()
      piece = newPiece(length + more)
    }
    filled = put(piece, filled, bytes, start, start + length)
  }
  client.query({
    submit(given: unknown) {
      connection = given as Connection // The driver's own; see above.
      connection.query(text)
    },
    handleCopyData(message: unknown) {
      try {
        if (!out.destroyed) addRow(pieceOf(message))
      } catch (error) {
        // Thrown from here it would end the process.
        out.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      flush()
      out.push(null)
      // Nobody asks for more of it; what is asked next on this connection is to be heard.
      connection?.stream.resume()
    },
    handleError: (error: Error) => void out.destroy(error),
  } as pg.Submittable)
  return out
}

// Outside the pool of small buffers: a piece is given away whole.
function newPiece(atLeast: number): Buffer {
  return Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, atLeast))
}
