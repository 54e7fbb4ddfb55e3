import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const afterStartMs = 2000

/**
 * Loading the sources leaves as much garbage as the server then lives on, and an idle process
 * gives its collector no reason to look: it is asked to once, when the start is over.
 */
export function returnMemoryAfterStart(): void {
  setTimeout(() => {
    // Now rather than at the end, which may come by force.
    flushCompileCache()
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
  }, afterStartMs).unref()
}
