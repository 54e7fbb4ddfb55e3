import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, keepAccess, prepareCluster } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { ensureOwner, ownerUrl } from './owner.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'

export interface EmbeddedDatabase {
  ownerUrl: string
  stop(): Promise<void>
  /** Without waiting: for a server that is being forced to end. */
  cutOff(): void
}

interface Options {
  dataDir: string
  log(line: string): void
  /** Tests that never pull the plug may trade safety for speed. */
  fsync?: boolean
  maxConnections?: number
}

/** PostgreSQL from an npm package: nothing to install, and the same engine everywhere. */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const lock = lockDataFolder(options.dataDir)
  try {
    const cluster = await prepareCluster(options.dataDir)
    const settings = settingsFor(options)
    const postmaster = await startPostmaster(cluster, { settings, mayMove: true })
    if (postmaster.port !== cluster.access.port) {
      cluster.access.port = postmaster.port
      keepAccess(options.dataDir, cluster.access)
    }
    const supervised = supervise({ cluster, postmaster, settings, log: options.log })
    const stop = async () => {
      await supervised.stop()
      lock.release()
    }
    try {
      await ensureOwner(cluster.access)
    } catch (error) {
      await stop()
      throw error
    }
    return { ownerUrl: ownerUrl(cluster.access), stop, cutOff: supervised.cutOff }
  } catch (error) {
    lock.release()
    throw error
  }
}

// A database that dies under a living server is started again on the same port; meanwhile the
// server answers 503, and its connections heal by themselves.
function supervise(options: {
  cluster: Cluster
  postmaster: Postmaster
  settings: string[]
  log(line: string): void
}): { stop(): Promise<void>; cutOff(): void } {
  const { cluster, settings, log } = options
  let { postmaster } = options
  let stopping = false

  const restart = async () => {
    while (!stopping) {
      try {
        return await startPostmaster(cluster, { settings, mayMove: false })
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(2000)
      }
    }
    return postmaster
  }
  const watch = async () => {
    while (!stopping) {
      await postmaster.exited
      if (stopping) return
      log('The database ended unexpectedly and is being started again.')
      postmaster = await restart()
    }
  }
  const watching = watch()
  const stop = async () => {
    stopping = true
    await postmaster.stop()
    await watching
    await postmaster.stop()
  }
  const cutOff = () => {
    stopping = true
    postmaster.cutOff()
  }
  return { stop, cutOff }
}

function settingsFor(options: Options): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${options.maxConnections ?? 100}`,
    'shared_buffers=128MB',
    'effective_cache_size=512MB',
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
    'max_wal_size=1GB',
    'random_page_cost=1.1',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Its log quotes no values of rows: no details, no statements.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
  ]
  if (options.fsync ?? true) return settings
  return [...settings, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
}
