import { z } from 'zod'
import { messageOf } from '#domain/kit/problem.ts'

const plainAddress = z.email().max(254)

// Whatever a name is spelled with beside plain letters and digits.
const OTHER_LETTERS = /(?![a-z\d])[\p{L}\p{M}\p{N}]/giu

/**
 * Whether mail can go there. A domain may have macrons: servers are told kōwhai.nz in plain letters,
 * so what holds of these holds of all. What stands before the @ they are told as it is.
 */
function isMailAddress(address: string): boolean {
  const spelled = address.replace(/@[^@]*$/, (domain) => domain.replace(OTHER_LETTERS, 'x'))
  return plainAddress.safeParse(spelled).success
}

/** Where somebody gets mail, as it is typed. */
export const readerAddress = z
  .string()
  .max(254)
  .refine(isMailAddress, messageOf('emailInvalid'))
  .meta({ format: 'email' })
