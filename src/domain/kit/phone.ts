// Phone numbers are stored as E.164 text. The small metadata is lenient at entry on purpose: a
// number that rings must never be refused. Sending a text message asks more, on the server.

import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min'

export type NormalisedPhone = { e164: string; extension?: string } | { problem: 'short' | 'shape' }

const COUNTRY = 'NZ'

/** Reads a number as New Zealanders write it, with or without the country code. */
export function normalisePhone(input: string): NormalisedPhone {
  const text = input.trim()
  // Without extraction words around the number are refused instead of being lost.
  const phone = parsePhoneNumberFromString(text, { defaultCountry: COUNTRY, extract: false })
  if (phone?.isValid() !== true) return { problem: isShort(text) ? 'short' : 'shape' }
  return phone.ext === undefined || phone.ext === ''
    ? { e164: phone.number }
    : { e164: phone.number, extension: phone.ext }
}

/** Shows a number the way people dial it from here; foreign numbers keep their country code. */
export function formatPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  if (phone === undefined) return e164
  const national = phone.formatNational()
  // Ranges without a known grouping lose their leading zero in the national format.
  const isDialled = phone.country === COUNTRY && national.startsWith('0')
  return isDialled ? national : phone.formatInternational()
}

function isShort(text: string): boolean {
  return text === '' || validatePhoneNumberLength(text, COUNTRY) === 'TOO_SHORT'
}
