import { useEffect } from 'react'
import { createStore } from '#web/kit/session/store.ts'

export const keyboardSheet = createStore(false)

/** Keys, and what they do. */
export type ShownKeys = readonly (readonly [keys: readonly string[], meaning: string])[]

export const ownKeys = createStore<ShownKeys>([])

/** Shows the keys that a screen of its own has, as long as it is open. */
export function useShownKeys(keys: ShownKeys): void {
  useEffect(() => {
    ownKeys.set(keys)
    return () => ownKeys.set([])
  }, [keys])
}
