import type { Socket } from 'node:net'
import type pg from 'pg'

// What the driver has and its typings do not show. Its version is pinned.
interface Driven {
  connection: { stream: Socket }
  /** The statement whose answer it waits for. */
  _activeQuery?: object | null
}

/**
 * A host that lost its power answers nothing, not even that it refuses: a statement sent to it would
 * wait for a quarter of an hour. Whoever owes an answer and sends no byte for this long is given up.
 */
export function giveUpSilent(client: pg.ClientBase, afterMs: number, onSilence = () => {}): void {
  const driven = client as unknown as Driven
  const { stream } = driven.connection
  stream.setTimeout(afterMs, () => {
    if (!driven._activeQuery) return
    onSilence()
    stream.destroy(new Error('The connection gives no sign of life.'))
  })
}
