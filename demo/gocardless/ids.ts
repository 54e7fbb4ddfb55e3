import { randomBytes } from 'node:crypto'

const random = (length: number) =>
  [...randomBytes(length)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')

/** As theirs look: what kind it is, then letters and digits. */
export const newId = (prefix: string) => `${prefix}00${random(10)}`
export const newSecret = (prefix: string) => `${prefix}_${random(24)}`
