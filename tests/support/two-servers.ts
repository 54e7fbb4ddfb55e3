import { testSecrets } from './config.ts'
import { cloneDatabase } from './database.ts'
import { demoDatabase } from './demo-database.ts'
import { launchAndWait, type ServerProcess } from './server-process.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface TwoServers {
  /** Two processes over one database and one folder of files. */
  servers: [ServerProcess, ServerProcess]
  /** One more of the same kind, or with settings of its own. */
  another(own?: Env): Promise<ServerProcess>
  /** Past the wire: for whoever looks at their database from outside, and for its owner. */
  appUrl: string
  ownerUrl: string
  /** The wire between all of them and their database. */
  wire: TcpProxy
  stop(): Promise<void>
}

type Env = Record<string, string>

/** The product as it runs behind a load balancer, with the demonstration data. */
export async function startTwoServers(first: Env = {}, second: Env = first): Promise<TwoServers> {
  const copy = await cloneDatabase(demoDatabase)
  const folder = temporaryFolder()
  const wire = await startTcpProxy(copy.ownerUrl)
  const started: ServerProcess[] = []
  const another = async (own: Env = first) => {
    const server = await launchAndWait({
      dataDir: folder.path,
      env: {
        ...testSecrets,
        DATABASE_URL: through(wire, copy.ownerUrl),
        DATABASE_APP_URL: through(wire, copy.appUrl),
        ...own,
      },
    })
    started.push(server)
    return server
  }
  const servers = await Promise.all([another(), another(second)])
  return {
    servers,
    another,
    wire,
    appUrl: copy.appUrl,
    ownerUrl: copy.ownerUrl,
    async stop() {
      for (const server of started) server.signal('SIGKILL')
      await Promise.all(started.map(({ exited }) => exited))
      await wire.close()
      await copy.drop()
      folder.remove()
    },
  }
}

function through({ url }: TcpProxy, database: string): string {
  const address = new URL(database)
  const { hostname, port } = new URL(url)
  address.hostname = hostname
  address.port = port
  return address.href
}
