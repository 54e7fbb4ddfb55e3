import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are looked at where they are: what is not asked for is never in memory. */
export interface ByteReader {
  size: number
  /** Fewer than asked for only where the bytes end. */
  read(start: number, length: number): Promise<Buffer>
}

export async function withReader<T>(
  path: string,
  work: (reader: ByteReader) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r')
  try {
    return await work(await readerOf(handle))
  } finally {
    await handle.close()
  }
}

export async function readerOf(handle: FileHandle): Promise<ByteReader> {
  const { size } = await handle.stat()
  return { size, read: (start, length) => readFrom(handle, start, length) }
}

async function readFrom(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, length))
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

const PIECE = 262_144

/** All of it, or a part, a piece at a time. */
export async function* piecesOf(
  reader: ByteReader,
  from = 0,
  to = reader.size,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = await reader.read(at, Math.min(PIECE, to - at))
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}
