// Texts as they are compared: upper case, no macrons, one blank between words.

/** Upper case without macrons and accents, blanks gathered. */
export function plainText(text: string): string {
  // Most banks send plain capitals already, and thousands of lines are read at a time.
  const plain = /^[\x20-\x7e]*$/.test(text)
    ? text
    : text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
  return plain.toUpperCase().replace(/\s+/g, ' ').trim()
}
