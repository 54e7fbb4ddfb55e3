import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder {
  path: string
  remove(): void
}

// Waits until the tests are gone, however they went, and then takes away what they started in
// the folder: servers by their lock, databases by their process file.
const watchdog = `
cat > /dev/null
for lock in "$1"/switchboard.lock "$1"/*/switchboard.lock; do
  [ -f "$lock" ] && kill -9 "$(tr -dc '0-9,' < "$lock" | cut -d, -f1)"
done
for file in "$1"/postgres/postmaster.pid "$1"/*/postgres/postmaster.pid; do
  [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")" && sleep 1
done
rm -rf "$1"
`

/** A folder that is gone after the tests, also when they are interrupted or killed. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(place(), 'switchboard-test-'))
  // A database started by root runs as another user, who has to pass through.
  chmodSync(path, 0o711)
  const guard = spawn('sh', ['-c', watchdog, 'watchdog', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') {
    guard.stdin.unref()
  }
  const remove = () => {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    guard.stdin?.end()
  }
  return { path, remove }
}

// Hundreds of databases are copied and dropped again: in memory that takes a sixth of the time.
const memory = '/dev/shm'
const neededBytes = 6 * 1024 ** 3

function place(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize >= neededBytes) return memory
  } catch {
    // There is no such place on this system.
  }
  return tmpdir()
}
