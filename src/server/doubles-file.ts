import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#server/kit/start/config.ts'

const port = z.int().positive()
const told = z.object({
  mail: z.object({ smtp: port, imap: port, control: port, password: z.string() }),
  phones: z.object({ url: z.url(), secret: z.string() }),
  debits: z.object({ url: z.url(), isDouble: z.boolean().optional() }).optional(),
})

/** Where the doubles of a demonstration are, and what opens them. */
export type DoublesAddress = z.infer<typeof told>

const fileIn = (dataDir: string) => join(dataDir, 'doubles.json')

/** The server starts them; a worker of its own finds them by this. */
export function tellDoubles(dataDir: string, doubles: DoublesAddress): void {
  writeFileSync(fileIn(dataDir), JSON.stringify(doubles), { mode: 0o600 })
}

function knownDoubles(dataDir: string): DoublesAddress | null {
  try {
    return told.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** The ways of a demonstration's mail, text messages and debits. */
export async function reachDoubles() {
  const { reachMailboxes } = await import('#demo/mailbox/double.ts')
  const { reachPhones } = await import('#demo/gateways/reach-phones.ts')
  return ({ mail, phones, debits }: DoublesAddress) => ({
    mailDouble: reachMailboxes(mail, mail.password),
    phoneDouble: reachPhones(phones),
    ...(debits ? { gocardless: debits } : {}),
  })
}

/** With the doubles that the server beside it has started, wherever they are by now. */
export async function withDoubles(config: Config): Promise<Config> {
  if (!config.demo) return config
  const reach = await reachDoubles()
  const now = () => {
    const known = knownDoubles(config.dataDir)
    return known ? reach(known) : undefined
  }
  return {
    ...config,
    get mailDouble() {
      return now()?.mailDouble
    },
    get phoneDouble() {
      return now()?.phoneDouble
    },
    get gocardless() {
      return now()?.gocardless ?? config.gocardless
    },
  }
}
