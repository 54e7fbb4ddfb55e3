import { z } from 'zod'
import { isDay } from '#domain/kit/calendar.ts'
import { type GstRates, gstRatesInWords } from '#domain/kit/gst.ts'
import { isReadable, LEAST_CONTRAST } from '#domain/kit/look.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'

/** How a setting is shown to those who change it. */
interface SettingWords<G extends string> {
  group: G
  label: string
  help: string
  unit?:
    | 'days'
    | 'working days'
    | 'working hours'
    | 'months'
    | 'cents'
    | 'parts'
    | 'emails'
    | 'text messages'
    | 'recipients'
}

const unitWords = (count: number, unit: string | undefined) =>
  unit ? plural(count, unit.replace(/s$/, '')) : String(count)

export const numberSetting = <G extends string>(
  initial: number,
  words: SettingWords<G>,
  { least = 0, most = 3650 } = {},
) => ({
  kind: 'number' as const,
  ...words,
  initial,
  schema: z.int().min(least).max(most),
  asks: `A whole number from ${least} to ${most}.`,
  inWords: (value: number) => unitWords(value, words.unit),
})

export const amountSetting = <G extends string>(initial: string, words: SettingWords<G>) => ({
  kind: 'amount' as const,
  ...words,
  initial,
  schema: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/),
  asks: 'An amount of 0.00 or more.',
  inWords: (value: string) => `$${formatMoney(value)}`,
})

export const yesNoSetting = <G extends string>(initial: boolean, words: SettingWords<G>) => ({
  kind: 'yes-no' as const,
  ...words,
  initial,
  schema: z.boolean(),
  asks: 'Yes or no.',
  inWords: (value: boolean) => (value ? 'Yes' : 'No'),
})

export const choiceSetting = <G extends string, V extends string>(
  initial: NoInfer<V>,
  options: Readonly<Record<V, string>>,
  words: SettingWords<G>,
) => ({
  kind: 'choice' as const,
  ...words,
  initial,
  options,
  // The options of the setting are all there are.
  schema: z.enum(Object.keys(options) as [V, ...V[]]),
  asks: 'One of the choices.',
  inWords: (value: V) => options[value],
})

export const emailSetting = <G extends string>(words: SettingWords<G>) => ({
  kind: 'email' as const,
  ...words,
  initial: '',
  schema: z.union([z.literal(''), z.email()]),
  asks: 'An email address, or nothing.',
  inWords: (value: string) => value || 'Nobody',
})

/** Percentages of GST, each from a day on. */
export const gstRatesSetting = <G extends string>(initial: GstRates, words: SettingWords<G>) => ({
  kind: 'gst-rates' as const,
  ...words,
  initial: [...initial],
  schema: z
    .array(
      z.strictObject({
        from: z.string().refine(isDay),
        percent: z.string().regex(/^(100|\d{1,2}(\.\d{1,4})?)$/),
      }),
    )
    .min(1)
    .max(20)
    .refine((rates) => rates.every(({ from }, at) => from > (rates[at - 1]?.from ?? ''))),
  asks: 'Percentages from 0 to 100, each with the day it holds from, the earliest day first.',
  inWords: gstRatesInWords,
})

export const quietHoursSetting = <G extends string>(initial: string, words: SettingWords<G>) => ({
  kind: 'text' as const,
  ...words,
  initial,
  schema: z.string().regex(/^none$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/),
  asks: 'Two times such as 20:00-08:00, or none.',
  inWords: (value: string) => (value === 'none' ? 'Never' : value.replace('-', ' and ')),
})

export const shortCodeSetting = <G extends string>(words: SettingWords<G>) => ({
  kind: 'text' as const,
  ...words,
  initial: '',
  schema: z.string().regex(/^$|^\+?\d{3,15}$/),
  asks: 'Three to fifteen digits, or nothing.',
  inWords: (value: string) => value || 'None',
})

export const wordsSetting = <G extends string>(initial: string, words: SettingWords<G>) => ({
  kind: 'text' as const,
  ...words,
  initial,
  schema: z.string().regex(/^[^\s\p{C}=+@-][^\p{C}]{0,49}$/u),
  asks: 'One to fifty letters, not beginning like a formula.',
  inWords: (value: string) => value,
})

export const codeListSetting = <G extends string>(words: SettingWords<G>) => ({
  kind: 'text' as const,
  ...words,
  initial: '',
  schema: z.string().regex(/^$|^\d{4}=[\w.-]{1,20}(, ?\d{4}=[\w.-]{1,20}){0,59}$/),
  asks: 'Pairs such as 4000=200, 2300=820, or nothing.',
  inWords: (value: string) => value || 'Our own numbers',
})

export const colourSetting = <G extends string>(initial: string, words: SettingWords<G>) => ({
  kind: 'colour' as const,
  ...words,
  initial,
  schema: z.string().refine(isReadable).toLowerCase(),
  asks: `A colour such as ${initial} that is read on white, with a contrast of at least ${LEAST_CONTRAST}:1.`,
  inWords: (value: string) => value,
})

/** A picture that was uploaded, by its digest. */
export const pictureSetting = <G extends string>(words: SettingWords<G>) => ({
  kind: 'picture' as const,
  ...words,
  initial: '',
  schema: z.string().regex(/^$|^[0-9a-f]{64}$/),
  asks: 'A picture that was uploaded before, or nothing.',
  inWords: (value: string) => (value ? 'A picture' : 'None'),
})

export const sentencesSetting = <G extends string>(words: SettingWords<G>) => ({
  kind: 'sentences' as const,
  ...words,
  initial: '',
  schema: z.string().regex(/^$|^[^\s\p{C}=+@-][^\p{C}]{0,239}$/u),
  asks: 'Up to 240 letters in one paragraph, not beginning like a formula, or nothing.',
  inWords: (value: string) => value || 'None',
})
