import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '#server/kit/start/config.ts'

const secret = 'a secret of the tests, long enough to be taken'

/** For a server that is a process of its own. */
export const testSecrets = {
  SESSION_SECRET: `${secret} (session)`,
  CSRF_SECRET: `${secret} (csrf)`,
  FIELD_SECRET: `${secret} (fields)`,
}

/** The configuration of a server under test: fixed secrets, nothing read from the environment. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = loadConfig({
    DEMO: '0',
    // Made by the first file that is uploaded, and only then.
    DATA_DIR: join(tmpdir(), `switchboard-test-data-${randomUUID()}`),
    ...testSecrets,
    APP_ROLE_PASSWORD: `${secret} (role)`,
  })
  // Whoever names a folder means what lies in it as well.
  const { dataDir } = changes
  const folders = dataDir
    ? { filesDir: join(dataDir, 'files'), backupDir: join(dataDir, 'backups') }
    : {}
  return { ...config, ...folders, ...changes }
}
