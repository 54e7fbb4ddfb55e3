import { isReachable, whenReachedAgain } from '#web/kit/session/connection.ts'
import { toastTrouble } from './toast.tsx'

/**
 * Loads a part of a screen that comes later. Without a connection it waits for it to come back,
 * where a failure would put the whole screen away together with what was typed into it.
 */
export async function patientLoad<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (await isReachable()) throw cause
    toastTrouble('You are offline. This opens as soon as the connection is back.')
    await new Promise<void>((resolve) => {
      const stop = whenReachedAgain(() => {
        stop()
        resolve()
      })
    })
    return patientLoad(load)
  }
}
