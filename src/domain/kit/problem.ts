// The whole catalogue of answers in one place. A handler throws a Problem; nothing else decides a
// status code. Texts are already the friendly ones, in New Zealand English; {} is filled in.

export const problems = {
  badRequest: [400, 'Some details need fixing. Check the highlighted fields and try again.'],
  unauthorised: [
    401,
    "You've been signed out. Sign in to carry on – we've kept what you were typing.",
  ],
  wrongCredentials: [401, "That username or password isn't right. Please try again."],
  wrongPassword: [401, "That password isn't right. Please try again."],
  forbidden: [
    403,
    "You don't have permission to do that. Ask your organisation's admin if you need it.",
  ],
  impersonating: [
    403,
    "You can't do that while working as somebody else. Return to your own name first.",
  ],
  stepUp: [403, 'Please enter your password again to carry on.'],
  guardCode: [
    403,
    'A guard code protects the direct debit details of this customer. Enter it to carry on.',
  ],
  csrf: [403, 'Your page is out of date. Refresh and try again.'],
  pageNotFound: [404, "We're sorry, we couldn't find the page you requested."],
  notFound: [404, "We couldn't find that {what}. It may have been removed."],
  tooSlow: [408, 'That took too long to reach us. Check your connection and try again.'],
  conflict: [409, 'Somebody else has just used that. Have a look and try again.'],
  lockHeld: [
    409,
    "{holder} is working on this right now. You can look, and save once they've finished.",
  ],
  keyInUse: [409, "We're already doing that – no need to send it twice."],
  tooLarge: [413, 'That file is too big. The limit is {limit}.'],
  unsupportedMedia: [415, "We can't take that kind of file. Try PDF, PNG, JPG or CSV."],
  tooManyTries: [429, "That's a few too many tries. Please wait {wait} and have another go."],
  passwordTooShort: [
    461,
    'Your password needs at least 16 characters. Three or four random words work well.',
  ],
  passwordCommon: [461, 'That password is too easy to guess. Please pick another.'],
  passwordsDoNotMatch: [462, "The two passwords don't match. Please type them again."],
  usernameTooShort: [463, 'Usernames need at least 3 characters.'],
  usernameConflict: [464, "That username's taken. Please choose another."],
  emailConflict: [465, 'That email address is already in use.'],
  emailInvalid: [
    466,
    "That doesn't look like an email address. It should look like name@example.co.nz.",
  ],
  nameTooShort: [467, 'Names need at least 2 characters.'],
  nameConflict: [468, 'There\'s already a {what} called "{name}".'],
  tokenInvalid: [
    469,
    "This link isn't valid any more. It may have been used already – we can send you a new one.",
  ],
  codeWrong: [469, "That code isn't right. {left}."],
  tokenExpired: [470, 'This link has expired. We can send you a fresh one.'],
  codeExpired: [470, 'That code has expired. We can send you a fresh one.'],
  sessionExpired: [470, "It's been a while – please sign in again."],
  numberTooShort: [471, '{label} looks too short – it needs {length} characters.'],
  numberConflict: [472, '{label} {value} is already used by {owner}.'],
  archived: [473, "This {what} has been archived, so it can't be changed. Restore it first."],
  outdated: [474, '{who} changed this at {time}. Have a look at the differences, then save yours.'],
  unconfirmed: [475, "Please confirm your email first. We've just sent a new link to {email}."],
  notPossible: [476, "You can't {action} this because {reason}. {instead}"],
  usernamesDoNotMatch: [
    477,
    "That username doesn't match. Type it exactly as it's shown to carry on.",
  ],
  badSignature: [498, 'This is not signed by a provider we know.'],
  serverError: [
    500,
    'Sorry – something went wrong at our end. Nothing was changed. If it keeps happening, quote {reference}.',
  ],
  notImplemented: [501, "That isn't switched on for your organisation yet."],
  unavailable: [
    503,
    "We can't reach the server just now. We'll keep trying – your work is safe on this page.",
  ],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemName = keyof typeof problems
export const networkMessage =
  "We can't reach the server. Check your internet connection – we'll keep trying."

export interface FieldError {
  field: string
  code: string
  message: string
  /** Where in a longer text it stands, and the known name that is nearest to what was typed. */
  line?: number
  column?: number
  nearest?: string
}

interface Detail {
  /** Replaces the catalogue's text where a field's own words say more. */
  message?: string
  fill?: Record<string, string | number>
  errors?: FieldError[]
  info?: Record<string, unknown>
  data?: unknown
  retryAfterSeconds?: number
}

/** A refusal in the words of the catalogue. */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly code: number
  readonly detail: Detail

  constructor(problem: ProblemName, detail: Detail = {}) {
    super(detail.message ?? messageOf(problem, detail.fill))
    this.problem = problem
    this.code = problems[problem][0]
    this.detail = detail
  }
}

export function messageOf(
  problem: ProblemName,
  fill: Record<string, string | number> = {},
): string {
  return problems[problem][1]
    .replace(/\{(\w+)\}/g, (_, key: string) => String(fill[key] ?? ''))
    .trim()
}

/** A refusal by one field's own rule, answered with the field's code and named beside it. */
export function fieldProblem(
  problem: ProblemName,
  field: string,
  fill: Record<string, string | number> = {},
): Problem {
  return new Problem(problem, { fill, errors: [fieldError(problem, field, fill)] })
}

/** 400 for one field, in its own words. */
export function badField(field: string, message: string): Problem {
  return new Problem('badRequest', { errors: [{ field, code: 'bad_request', message }] })
}

export function fieldError(
  problem: ProblemName,
  field: string,
  fill: Record<string, string | number> = {},
): FieldError {
  return { field, code: errorCode(problem), message: messageOf(problem, fill) }
}

/** passwordCommon is password_common on the wire. */
export function errorCode(problem: ProblemName): string {
  return problem.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The kind of refusal a status stands for: 476 is not_possible. */
export function refusalOf(status: number): string {
  const names = Object.keys(problems) as ProblemName[] // The keys of the catalogue are its names.
  const first = names.find((name) => problems[name][0] === status)
  return first ? errorCode(first) : 'other'
}

// Success codes of the specification that are not 200.
export const accepted = 202
export const created = 201
export const empty = 260
export const updated = 261
export const deleted = 262
