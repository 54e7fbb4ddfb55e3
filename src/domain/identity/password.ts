import { z } from 'zod'
import { messageOf, type ProblemName } from '#domain/kit/problem.ts'
import { commonPasswords, emptyWords } from './common-passwords.ts'

export const MIN_PASSWORD = 16
/** Longer ones are refused before they are hashed, so that nobody can keep the server busy. */
export const MAX_PASSWORD = 256

const common = new Set(commonPasswords)

/** What is wrong with a new password; `own` are words the person is known by. */
export function passwordProblem(password: string, own: readonly string[] = []): ProblemName | null {
  if ([...password].length < MIN_PASSWORD) return 'passwordTooShort'
  return isCommon(password, own) ? 'passwordCommon' : null
}

function isCommon(password: string, own: readonly string[]): boolean {
  const folded = comparable(password)
  if (common.has(folded) || isRepeated(password.toLowerCase()) || isRun(folded)) return true
  const words = [...emptyWords, ...own.map(comparable).filter((word) => word.length > 2)]
  const rest = words
    .sort((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), folded)
  // What is left without the empty words must still be worth guessing.
  return rest.replace(/\d/g, '').length < 4 && rest.length < 12
}

/** As passwords are compared: letters and digits alone, none of them a capital. */
export function comparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** One piece of up to eight characters over and over. */
function isRepeated(text: string): boolean {
  return /^(.{1,8}?)\1+.{0,7}$/su.test(text) && new Set(text).size < 9
}

/** Characters that follow each other on the keyboard's own order. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((letter, place) => {
    return (letter.codePointAt(0) ?? 0) - (text.codePointAt(place) ?? 0)
  })
  return text.length > 0 && steps.every((step) => step === steps[0] || step === -9)
}

export const passwordRules = {
  min: MIN_PASSWORD,
  max: MAX_PASSWORD,
  hint: 'At least 16 characters. Three or four random words work well.',
} as const

/** A password as typed: any characters, no trimming, never longer than we are willing to hash. */
export const typedPassword = z
  .string({ error: 'The password is needed.' })
  .max(MAX_PASSWORD, `The password is too long – at most ${MAX_PASSWORD} characters.`)

export const newPasswordShape = { password: typedPassword, password_confirm: typedPassword }

/** Adds the rules of a new password and its repetition, told together with the form's others. */
export function withPasswordRules<S extends z.ZodType>(schema: S): S {
  const rule = (
    field: string,
    problem: ProblemName,
    isBroken: (typed: TypedPassword) => boolean,
  ) => ({
    check: (value: unknown) => !isBroken(typedIn(value)),
    // Also when another field has failed: a form lists everything at once.
    refusal: { path: [field], message: messageOf(problem), params: { problem }, when: () => true },
  })
  const rules = [
    rule('password', 'passwordTooShort', (typed) => problemIn(typed) === 'passwordTooShort'),
    rule('password', 'passwordCommon', (typed) => problemIn(typed) === 'passwordCommon'),
    rule(
      'password_confirm',
      'passwordsDoNotMatch',
      (typed) => typed.password !== undefined && typed.password !== typed.password_confirm,
    ),
  ]
  return rules.reduce(
    (schemaSoFar, { check, refusal }) => schemaSoFar.refine(check, refusal),
    schema,
  )
}

const looseText = z.string().optional().catch(undefined)
const typedSchema = z
  .object({
    password: looseText,
    password_confirm: looseText,
    username: looseText,
    email: looseText,
  })
  .catch({})
type TypedPassword = z.infer<typeof typedSchema>

function typedIn(value: unknown): TypedPassword {
  return typedSchema.parse(value)
}

function problemIn({ password, username, email }: TypedPassword): ProblemName | null {
  if (password === undefined) return null
  return passwordProblem(password, [username ?? '', email?.split('@')[0] ?? ''])
}
