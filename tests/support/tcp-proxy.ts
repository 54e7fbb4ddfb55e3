import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire between a browser and the site that can be cut and mended. */
export interface TcpProxy {
  url: string
  /** Ends every connection and refuses new ones until it is mended. */
  cut(): void
  mend(): void
  /** Takes what comes and passes nothing on, as a host does that lost its power. */
  silence(): void
  close(): Promise<void>
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      // Either end going down takes the other with it; why does not matter here.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => isSilent || far.write(bytes))
    far.on('data', (bytes) => isSilent || near.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    cut() {
      isCut = true
      end()
    },
    silence() {
      isSilent = true
    },
    mend() {
      isCut = false
      isSilent = false
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
