/** What a reviver is told of a number: its own digits, which its binary value may have lost. */
interface Source {
  source?: string
}

/**
 * Reads JSON with every number as the text it was written in, so that no amount passes through
 * binary floating point.
 */
export function exactJson(text: string): unknown {
  const revive = (_key: string, value: unknown, { source }: Source) =>
    typeof value === 'number' ? source : value
  // The types of JSON.parse do not know the third argument yet.
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}
