/** How many codes somebody keeps for the day the authenticator is lost. */
export const RECOVERY_CODES = 10

// Crockford's letters: none that is read as another.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 24
// Codes from before they were made longer are still in somebody's drawer.
const EARLIER_LENGTH = 16

/** A hundred and twenty bits as people write them down: 4k2m-9xqa-07tc-hwzn-5r0e-p3vd. */
export function recoveryCodeFrom(bytes: Uint8Array): string {
  const letters = Array.from(bytes.slice(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** What was typed, without what hands add and eyes mistake; null for what can be no such code. */
export function typedRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  const isLong = [LENGTH, EARLIER_LENGTH].includes(plain.length)
  return isLong && [...plain].every((letter) => ALPHABET.includes(letter)) ? plain : null
}
