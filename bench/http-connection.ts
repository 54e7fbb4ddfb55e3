import { connect, type Socket } from 'node:net'

/** One kept-alive connection that knows just enough HTTP to be cheap beside what it measures. */
export interface HttpConnection {
  /** Answers the status; the body is read and dropped unless asked for. */
  send(request: string): Promise<number>
  body(): string
  close(): void
}

// Says by itself that no body follows.
const NO_CONTENT = 204
const HEAD_END = Buffer.from('\r\n\r\n')

export function openConnection(port: number): Promise<HttpConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(conversation(socket))
    })
  })
}

function conversation(socket: Socket): HttpConnection {
  let waiting: { resolve(status: number): void; reject(error: Error): void } | null = null
  let chunks: Buffer[] = []
  let received = 0
  let needed = -1
  let status = 0
  let last: Buffer[] = []

  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    received += chunk.length
    if (needed < 0) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      const head = all.indexOf(HEAD_END)
      if (head < 0) return
      const text = all.toString('latin1', 0, head)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      status = Number(text.slice(9, 12))
      if (length === undefined && status !== NO_CONTENT)
        return fail(new Error(`An answer without a length: ${text}`))
      needed = head + 4 + Number(length ?? 0)
    }
    if (received < needed) return
    last = chunks
    chunks = []
    received = 0
    needed = -1
    const done = waiting
    waiting = null
    done?.resolve(status)
  })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        // The server lets go of a connection that nobody uses.
        if (socket.destroyed) return reject(new Error('The connection was closed meanwhile.'))
        waiting = { resolve, reject }
        socket.write(request)
      }),
    body: () => {
      const all = Buffer.concat(last)
      return all.subarray(all.indexOf(HEAD_END) + 4).toString()
    },
    close: () => socket.destroy(),
  }
}

/** The bytes of a request, as a browser of ours would send them. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const length = body ? Buffer.byteLength(body) : 0
  const named = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body ? { 'content-type': 'application/json', 'content-length': String(length) } : {}),
  })
  const lines = named.map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
