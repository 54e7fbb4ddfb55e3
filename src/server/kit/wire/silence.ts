import type { Socket } from 'node:net'
import type pg from 'pg'

// What the driver has and its typings do not show. Its version is pinned.
interface Driven {
  connection: { stream: Socket }
  /** The statement whose answer it waits for. */
  _activeQuery?: object | null
  /** Those sent after it. */
  _sentQueryQueue?: object[]
}

const LOOK_MS = 500

/**
 * A host that lost its power answers nothing, not even that it refuses: a statement sent to it would
 * wait for a quarter of an hour. Whoever owes an answer and sends no byte for this long is given up.
 *
 * The socket's own timer would not do: after a write that had to wait it starts anew once, and the
 * silence lasts twice as long.
 */
export function giveUpSilent(client: pg.ClientBase, afterMs: number, onSilence = () => {}): void {
  const driven = client as unknown as Driven
  const { stream } = driven.connection
  let heard = stream.bytesRead
  let heardAt = performance.now()
  const look = () => {
    if (!owesAnAnswer(driven) || stream.bytesRead !== heard) {
      heard = stream.bytesRead
      heardAt = performance.now()
    } else if (performance.now() - heardAt >= afterMs) {
      onSilence()
      stream.destroy(new Error('The connection gives no sign of life.'))
    }
  }
  const looking = setInterval(look, LOOK_MS)
  looking.unref()
  stream.once('close', () => clearInterval(looking))
}

function owesAnAnswer({ _activeQuery, _sentQueryQueue }: Driven): boolean {
  return Boolean(_activeQuery) || (_sentQueryQueue?.length ?? 0) > 0
}
