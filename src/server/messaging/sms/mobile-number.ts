import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The number of a mobile phone, or what is wrong with it; that needs all the metadata. */
export function mobileNumber(
  written: string,
  { isAbroadAllowed }: { isAbroadAllowed: boolean },
): { e164: string } | { problem: string } {
  const phone = parsePhoneNumberFromString(written, { defaultCountry: 'NZ', extract: false })
  if (phone?.isValid() !== true) return { problem: 'That is no phone number.' }
  const type = phone.getType()
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE')
    return { problem: 'That is no mobile phone: it gets no text messages.' }
  if (phone.country !== 'NZ' && !isAbroadAllowed)
    return { problem: 'Text messages go to New Zealand numbers only.' }
  return { e164: phone.number }
}
