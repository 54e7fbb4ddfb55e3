import type { Client } from './client.ts'
import { type Letter, lettersWhere } from './letters.ts'
import { runQueue } from './run-queue.ts'
import type { World } from './world.ts'

type Mailing = Pick<World, 'owner' | 'database'> & Partial<Pick<World, 'clock'>>

/** Every mail to an address, oldest first, once all that waits to be written is written. */
export async function mailsTo(world: Mailing, address: string): Promise<Letter[]> {
  await runQueue(world, world.clock ? { clock: world.clock } : {})
  return lettersWhere(world.owner, 'mail_to = $1', [address])
}

/** The secret of the link in the latest of them. */
export async function linkTo(world: Mailing, address: string): Promise<string> {
  const mails = await mailsTo(world, address)
  return /#([\w-]{43})/.exec(mails.at(-1)?.text_plain ?? '')?.[1] ?? ''
}

/** What the page behind a link asks: the secret is sent beside the address and never in it. */
export const behindLink = (client: Client, path: string, token: string) =>
  client.send({ method: 'GET', url: `/api/v1${path}`, headers: { 'x-link-token': token } })
