import { readFileSync } from 'node:fs'
import { comparable } from '#domain/identity/password.ts'
import { fieldProblem } from '#domain/kit/problem.ts'
import { hashPassword } from './password-hash.ts'

/**
 * The hash of a password that somebody chose. The 3,000 most common long ones that have leaked are
 * refused here and not with the form's other rules: the list is too long to send to every browser.
 */
export async function hashChosenPassword(password: string): Promise<string> {
  if (leaked().has(comparable(password))) throw fieldProblem('passwordCommon', 'password')
  return hashPassword(password)
}

// Read with the first password that is chosen, which a start need not wait for.
let known: ReadonlySet<string> | null = null
function leaked(): ReadonlySet<string> {
  known ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'))
  return known
}

const LIST = new URL('./leaked-passwords.txt', import.meta.url)
