import { z } from 'zod'
import { bankAccountProblem, normaliseBankAccount } from './bank-account.ts'
import { bicProblem, normaliseBic } from './bic.ts'
import { EARLIEST_DAY, isDay, LATEST_DAY, MIN_BUSINESS_DAY } from './calendar.ts'
import { Exact } from './decimal.ts'
import { DECIMAL_SHAPES, isDecimalText, normaliseDecimal } from './decimal-text.ts'
import type { Field, Kind } from './field.ts'
import { gstNumberProblem, normaliseGstNumber } from './gst-number.ts'
import { icpProblem, normaliseIcp } from './icp.ts'
import { normaliseNzbn, nzbnProblem } from './nzbn.ts'
import { normalisePhone } from './phone.ts'
import { postcodeProblem } from './postcode.ts'
import { messageOf, type ProblemName } from './problem.ts'
import { isStorable, storableJson } from './storable.ts'
import { normaliseTimeZone } from './time-zone.ts'

type Refuse = (message: string, problem?: ProblemName) => void
type ValueSchema = (field: Field, label: string) => z.ZodType

// Masked values come back from forms as they were shown; sent back they change nothing.
export const isMaskedText = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('••••')

export const valueSchemas: Record<Kind, ValueSchema> = {
  text: (field, label) => line(field, label),
  longText: (field, label) => lines(field, label),
  richText: (field, label) => lines(field, label),
  url: (field, label) =>
    text(field, label, (value, refuse) => {
      if (!URL_SHAPE.test(value))
        refuse(`${label} needs a web address, such as https://example.co.nz.`)
      return value
    }),
  email: (field, label) => text(field, label, emailValue),
  emails: (_field, label) =>
    z.array(text({ max: 254 }, label, emailValue)).max(20, `${label}: at most 20 addresses.`),
  phone: (field, label) =>
    text(field, label, (value, refuse) => {
      const parsed = normalisePhone(value)
      if ('e164' in parsed) return parsed.e164
      if (parsed.problem === 'short') refuse(tooShort(label, 8), 'numberTooShort')
      else refuse(`${label} doesn't look like a phone number. Try 021 123 4567 or +64 9 300 1234.`)
      return value
    }),
  flag: (_field, label) => z.boolean({ error: missingOr(label, `${label} is yes or no.`) }),
  integer: (_field, label) =>
    z
      .int({ error: `${label} needs a whole number.` })
      .min(-2147483648)
      .max(2147483647),
  money: (field, label) => decimal(field, label, DECIMAL_SHAPES.money),
  rate: (field, label) => decimal(field, label, DECIMAL_SHAPES.rate),
  percent: (field, label) => decimal(field, label, DECIMAL_SHAPES.percent),
  quantity: (field, label) => decimal(field, label, DECIMAL_SHAPES.quantity),
  date: (field, label) =>
    text({ max: 20 }, label, (value, refuse) => {
      if (field.options.masked && isMaskedText(value)) return value
      if (!isDay(value)) refuse(`${label} needs a date, such as 2026-11-15.`)
      else if (!field.options.anyDay && value < MIN_BUSINESS_DAY)
        refuse(`${label} can't be before 1 January 2019.`)
      else if (value < EARLIEST_DAY || value > LATEST_DAY) refuse(`${label} is too far away.`)
      return value
    }),
  timestamp: (_field, label) =>
    z.iso.datetime({ offset: true, error: `${label} needs a date and time.` }),
  choice: (field, label) =>
    z.enum([...(field.options.choices ?? [])] as [string], {
      // Zod wants a non-empty tuple; a choice without choices cannot be written down.
      error: `${label}: choose one of ${field.options.choices?.join(', ')}.`,
    }),
  option: (field, label) => line({ options: { ...field.options, max: 60 } }, label),
  ref: (_field, label) =>
    z
      .int({ error: `${label}: choose one from the list.` })
      .min(1)
      .max(Number.MAX_SAFE_INTEGER),
  refs: (_field, label) => z.array(z.int().min(1)).max(500, `${label}: at most 500.`),
  json: () => storableJson,
  // The ICP of each connection, else the number the supplier has for it.
  connections: (_field, label) =>
    z
      .array(
        text({ max: 30 }, label, (value, refuse) => {
          const connection = normaliseIcp(value)
          if (connection.length < 3) refuse(tooShort(label, 3), 'numberTooShort')
          return connection
        }),
      )
      .max(200, `${label}: at most 200.`)
      .transform((list) => [...new Set(list)]),
  icp: (field, label) =>
    text(field, label, (value, refuse) => {
      const icp = normaliseIcp(value)
      const found = icpProblem(icp)
      const problem = found === 'checksum' && field.options.shapeOnly ? null : found
      if (problem === 'short') refuse(tooShort(label, 15), 'numberTooShort')
      else if (problem)
        refuse(`${label} isn't right. Check it against a bill: it has 15 characters.`)
      return icp
    }),
  nzbn: (field, label) =>
    text(field, label, (value, refuse) => {
      const nzbn = normaliseNzbn(value)
      const problem = nzbnProblem(nzbn)
      if (problem === 'short') refuse(tooShort(label, 13), 'numberTooShort')
      else if (problem) refuse(`${label} isn't right. It has 13 digits and begins with 94.`)
      return nzbn
    }),
  gstNumber: (field, label) =>
    text(field, label, (value, refuse) => {
      const number = normaliseGstNumber(value)
      const problem = gstNumberProblem(number)
      if (problem === 'short') refuse(tooShort(label, '8 or 9'), 'numberTooShort')
      else if (problem) refuse(`${label} isn't right. It has 8 or 9 digits.`)
      return number
    }),
  bankAccount: (field, label) =>
    text(field, label, (value, refuse) => {
      if (field.options.masked && isMaskedText(value)) return value
      const number = normaliseBankAccount(value)
      const { error } = bankAccountProblem(number)
      if (error === 'short') refuse(tooShort(label, '15 or 16'), 'numberTooShort')
      else if (error)
        refuse(`${label} isn't a New Zealand account. It looks like 12-3456-7890123-00.`)
      return number
    }),
  bic: (field, label) =>
    text(field, label, (value, refuse) => {
      const code = normaliseBic(value)
      if (bicProblem(code)) refuse(`${label} isn't right. It looks like ANZBNZ22.`)
      return code
    }),
  postcode: (field, label) =>
    text(field, label, (value, refuse) => {
      if (postcodeProblem(value)) refuse(`${label} needs four digits.`)
      return value
    }),
  timeZone: (field, label) =>
    text(field, label, (value, refuse) => {
      const zone = normaliseTimeZone(value)
      if (zone === null)
        refuse(`${label} needs a zone such as Pacific/Auckland, Australia/Sydney or UTC.`)
      return zone ?? value
    }),
}

// Control characters would break files and logs; tab, line feed and return are text.
function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code === 127 || (code < 32 && code !== 9 && code !== 10 && code !== 13)
}

const URL_SHAPE = /^https?:\/\/[^\s/?#]+\.[^\s]+$/i
const EMAIL_SHAPE = /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\].]{2,}$/

interface TextRule {
  max?: number | undefined
  options?: Field['options']
}

function text(
  rule: TextRule,
  label: string,
  convert: (value: string, refuse: Refuse) => string,
): z.ZodType<string, string> {
  const max = rule.options?.max ?? rule.max ?? 200
  return z
    .string({ error: missingOr(label, `${label} needs to be text.`) })
    .transform((raw, ctx) => {
      let refused = false
      const refuse: Refuse = (message, problem) => {
        refused = true
        ctx.issues.push({ code: 'custom', message, params: { problem }, input: raw })
      }
      const value = raw.normalize('NFC').trim()
      if (!isStorable(value) || [...value].some(isControl))
        refuse(`${label} holds characters that can't be stored.`)
      if (value === '' && rule.options?.required) refuse(`${label} is needed.`)
      if (value.length > Math.max(max, 40) && value.length > max)
        refuse(`${label} is too long – at most ${max} characters.`)
      if (refused) return z.NEVER
      const converted = convert(value, refuse)
      return refused ? z.NEVER : converted
    })
}

function line(rule: TextRule, label: string) {
  return text(rule, label, (value, refuse) => {
    const { min, masked } = rule.options ?? {}
    if (masked && isMaskedText(value)) return value
    if (/[\r\n]/.test(value)) refuse(`${label} is one line only.`)
    if (min && value.length < min.length)
      refuse(messageOf(min.problem, { label, length: min.length }), min.problem)
    return value
  })
}

function lines(rule: TextRule, label: string) {
  return text(rule, label, (value) => value)
}

function emailValue(value: string, refuse: Refuse): string {
  const address = value.toLowerCase()
  if (address.length > 254 || !EMAIL_SHAPE.test(address))
    refuse(messageOf('emailInvalid'), 'emailInvalid')
  return address
}

function missingOr(label: string, message: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined ? `${label} is needed.` : message
}

function tooShort(label: string, length: number | string): string {
  return messageOf('numberTooShort', { label, length })
}

function decimal(field: Field, label: string, shape: { precision: number; scale: number }) {
  const error = missingOr(label, `${label} is sent as text, such as "12.50".`)
  return z.string({ error }).transform((raw, ctx) => {
    const value = raw.trim()
    const isNumber = isDecimalText(value, shape)
    const message = isNumber
      ? outside(field, label, value)
      : `${label} needs a number with at most ${shape.scale} decimals.`
    if (message === null) return normaliseDecimal(value, shape.scale)
    ctx.issues.push({ code: 'custom', message, input: raw })
    return z.NEVER
  })
}

/** Why a number is out of its field's bounds; null within them. */
function outside({ kind, options }: Field, label: string, value: string): string | null {
  const { least, most } = options.bounds ?? {}
  const number = new Exact(value)
  if (least === undefined || (number.gte(least) && (most === undefined || number.lte(most))))
    return null
  const unit = kind === 'percent' ? ' %' : ''
  return most === undefined
    ? `${label} can’t be below ${least}${unit}.`
    : `${label} is between ${least} and ${most}${unit}.`
}
