import { isDeadAddress } from '#domain/messaging/bounce-code.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { listContact } from '../list-contact.ts'

interface Refusal {
  address: string
  code: string | null
  words: string | null
}

/** An address that must not be written to again, with the reason. */
export async function listDead(conn: Conn, contact: string, reason: string): Promise<void> {
  const listing = { contact, type: 'email', blocks: 'everything', source: 'bounce' } as const
  await listContact(conn, { ...listing, reason: reason.slice(0, 1000) })
}

/** Listed at once where the other side says that nobody is there. */
export async function listIfDead(conn: Conn, { address, code, words }: Refusal): Promise<void> {
  if (isDeadAddress(code)) await listDead(conn, address, `Came back (${code}): ${words ?? ''}`)
}
