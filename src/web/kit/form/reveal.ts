import { createContext } from 'react'

/** Asks for something hidden; null where whoever was asked for more gave up. */
export type Reveal = <T>(ask: () => Promise<T>) => Promise<T | null>

/** What stands before hidden values on this screen, such as a code; as a rule nothing does. */
export const RevealContext = createContext<Reveal>((ask) => ask())
