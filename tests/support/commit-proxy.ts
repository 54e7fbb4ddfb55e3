import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Where the wire to the database breaks: before it hears of the commit, or before it can answer. */
export type Cut = 'before' | 'after'

export interface CommitProxy {
  url: string
  /** Breaks the connection that commits next. */
  arm(cut: Cut): void
  close(): Promise<void>
}

// As the driver asks for it, and as the database says that it is done.
const ASKED = Buffer.from('commit\0')
const DONE = Buffer.from('COMMIT\0')

/** A wire between the server and its database that breaks around a commit. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: Cut | null = null
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    let isDoomed = false
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('data', (bytes: Buffer) => {
      if (armed && bytes.includes(ASKED)) {
        const cut = armed
        armed = null
        if (cut === 'before') return end()
        isDoomed = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (isDoomed && bytes.includes(DONE)) return end()
      near.write(bytes)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    arm(cut) {
      armed = cut
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
