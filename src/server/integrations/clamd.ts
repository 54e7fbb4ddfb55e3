import { connect, type Socket } from 'node:net'

/**
 * What the virus scanner says; `unknown` where it could not be asked or gave no answer. Away it says
 * nothing of anything; otherwise it only has no answer about this.
 */
export type VirusCheck =
  | { outcome: 'clean' }
  | { outcome: 'infected'; found: string }
  | { outcome: 'unknown'; error: string; isAway: boolean }

const SILENCE_MS = 30_000
const MAX_REPLY = 4096

/** Asks clamd by its INSTREAM command: each piece after its length, a length of nothing last. */
export async function checkForViruses(
  address: string,
  pieces: AsyncIterable<Buffer>,
): Promise<VirusCheck> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 3310 })
  let isAway = true
  socket.once('connect', () => {
    isAway = false
  })
  socket.setTimeout(SILENCE_MS, () => {
    isAway = true
    socket.destroy(new Error('It has not answered in time.'))
  })
  const reply = replyOf(socket)
  // A scanner that has heard enough answers before everything is sent.
  reply.catch(() => undefined)
  try {
    await sendAll(socket, pieces).catch(() => undefined)
    return outcomeOf(await reply)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { outcome: 'unknown', error: words, isAway }
  } finally {
    socket.destroy()
  }
}

async function sendAll(socket: Socket, pieces: AsyncIterable<Buffer>): Promise<void> {
  await put(socket, Buffer.from('zINSTREAM\0'))
  for await (const piece of pieces) {
    await put(socket, lengthOf(piece.length))
    await put(socket, piece)
  }
  await put(socket, lengthOf(0))
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

/** Waits until the scanner keeps up. */
function put(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) reject(new Error('The scanner has hung up.'))
    else socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    socket.on('data', (chunk) => {
      said = (said + chunk.toString('utf8')).slice(0, MAX_REPLY)
      const end = said.indexOf('\0')
      if (end >= 0) resolve(said.slice(0, end))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('It has hung up without an answer.')))
  })
}

function outcomeOf(reply: string): VirusCheck {
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (found) return { outcome: 'infected', found }
  return reply === 'stream: OK'
    ? { outcome: 'clean' }
    : { outcome: 'unknown', error: reply, isAway: false }
}
