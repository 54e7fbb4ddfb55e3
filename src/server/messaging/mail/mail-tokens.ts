import { createHmac, hkdfSync } from 'node:crypto'
import { domainOf, withWord } from '#domain/messaging/mail-address.ts'
import { isSame } from '#server/identity/digest.ts'
import type { FieldKeys } from '#server/kit/rows/seal.ts'

// What comes back to us names a thread or a message by its number, which everybody could write. A
// short keyed hash beside it says that we wrote it. Some servers fold letters, so all are small.

/** What a word of ours is about: a thread to answer in, a message that bounced, a message's name. */
type About = 'thread' | 'bounce' | 'name'

const letters = { thread: 't', bounce: 'b', name: 'm' } as const satisfies Record<About, string>

function mac(key: Buffer, about: About, organisation_id: number, id: number): string {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'words in mail addresses', 32))
  const text = `${about} ${organisation_id} ${id}`
  return createHmac('sha256', own).update(text).digest('hex').slice(0, 16)
}

function word(keys: FieldKeys, about: About, organisation_id: number, id: number): string {
  const separator = about === 'name' ? '.' : '-'
  return `${letters[about]}${id}${separator}${mac(keys[0], about, organisation_id, id)}`
}

interface Place {
  organisation_id: number
  address: string
}

/** Where an answer in a thread is sent. */
export const replyAddress = (keys: FieldKeys, { organisation_id, address }: Place, id: number) =>
  withWord(address, word(keys, 'thread', organisation_id, id))

/** Where a message is sent back to that finds no reader. */
export const bounceAddress = (keys: FieldKeys, { organisation_id, address }: Place, id: number) =>
  withWord(address, word(keys, 'bounce', organisation_id, id))

/** The name by which mail programs know a message, the same on every try. */
export const mailName = (keys: FieldKeys, { organisation_id, address }: Place, id: number) =>
  `<${word(keys, 'name', organisation_id, id)}@${domainOf(address)}>`

/** The number in a word of ours; null where somebody else wrote it. */
export function idInWord(
  keys: FieldKeys,
  about: About,
  organisation_id: number,
  text: string | null | undefined,
): number | null {
  const [, letter, digits = '', given = ''] =
    /^<?([tbm])(\d{1,15})[.-]([0-9a-f]{16})(?:@|$)/.exec(text?.toLowerCase() ?? '') ?? []
  if (letter !== letters[about]) return null
  const id = Number(digits)
  return keys.some((key) => isSame(mac(key, about, organisation_id, id), given)) ? id : null
}
