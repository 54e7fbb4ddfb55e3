import { runQueue } from './run-queue.ts'
import type { World } from './world.ts'

export interface Letter {
  subject: string
  text_plain: string
}

type Mailing = Pick<World, 'owner' | 'database'> & Partial<Pick<World, 'clock'>>

/** Every mail to an address, oldest first, once all that waits to be written is written. */
export async function mailsTo(world: Mailing, address: string): Promise<Letter[]> {
  await runQueue(world, world.clock ? { clock: world.clock } : {})
  const { rows } = await world.owner.query<Letter>(
    'select subject, text_plain from mails where mail_to = $1 order by id',
    [address],
  )
  return rows
}

/** The secret of the link in the latest of them. */
export async function linkTo(world: Mailing, address: string): Promise<string> {
  const mails = await mailsTo(world, address)
  return /#([\w-]{43})/.exec(mails.at(-1)?.text_plain ?? '')?.[1] ?? ''
}
