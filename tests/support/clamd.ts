import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface Scanner {
  url: string
  /** How many bytes it was asked to look at. */
  seen: number
  stop(): Promise<void>
}

// Written in two halves, so that no scanner of this machine takes offence at the tests.
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

const COMMAND = Buffer.from('zINSTREAM\0')

/** Speaks clamd's protocol: INSTREAM in pieces after their lengths, answers that end with a nought. */
export async function startScanner(
  options: { limit?: number; port?: number } = {},
): Promise<Scanner> {
  const sockets = new Set<Socket>()
  const scanner: Scanner = { url: '', seen: 0, stop: async () => {} }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let waiting = Buffer.alloc(0)
    let content = Buffer.alloc(0)
    let isBegun = false
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      if (!isBegun) {
        if (waiting.length < COMMAND.length) return
        if (!waiting.subarray(0, COMMAND.length).equals(COMMAND)) {
          socket.end('UNKNOWN COMMAND\0')
          return
        }
        isBegun = true
        waiting = waiting.subarray(COMMAND.length)
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE(0)
        if (length === 0) {
          scanner.seen += content.length
          const isFound = content.includes(eicar)
          socket.end(`stream: ${isFound ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}\0`)
          return
        }
        if (waiting.length < 4 + length) return
        content = Buffer.concat([content, waiting.subarray(4, 4 + length)])
        waiting = waiting.subarray(4 + length)
        if (options.limit && content.length > options.limit) {
          socket.end('INSTREAM size limit exceeded. ERROR\0')
          return
        }
      }
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  scanner.url = `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  scanner.stop = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return scanner
}
