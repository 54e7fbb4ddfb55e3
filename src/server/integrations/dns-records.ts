import { Resolver } from 'node:dns/promises'

const PATIENCE_MS = 3000
// There is nothing, or nobody by that name; anything else is no answer.
const NOTHING = ['ENODATA', 'ENOTFOUND']

/** The texts that stand at a name; null where nobody answers for it. */
export async function textsAt(name: string, server: string | null): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 })
  if (server) resolver.setServers([server])
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return NOTHING.includes(String(code)) ? [] : null
  }
}
