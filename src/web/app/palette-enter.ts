import { type KeyboardEvent, useEffect, useState } from 'react'

/**
 * Enter means what was typed, not what is still shown of the words before: until that has come, it is
 * kept, and opens the first hit then. Whoever types on means something else.
 */
export function useKeptEnter(query: string, isBehind: boolean, open: () => void) {
  const [keptFor, keepFor] = useState<string | null>(null)
  const isDue = keptFor === query && !isBehind
  useEffect(() => {
    if (!isDue) return
    keepFor(null)
    open()
  })
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isBehind) return
    // Before the list hears of it and opens what it has.
    event.preventDefault()
    event.stopPropagation()
    keepFor(query)
  }
}
