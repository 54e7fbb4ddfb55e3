import type { Violation } from '#domain/books/violation.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import { invariants } from './invariants.ts'

/** More of one kind tell nothing new. */
export const MOST = 200

export type FoundViolation = Pick<Violation, 'customer_id' | 'detail'>
type Narrowing = [customer_ids: readonly number[] | null, today: string]

const violationsOf = (violated: Fragment) => sql<FoundViolation, Narrowing>`
  select customer_id, detail from (${violated}) v where $2::date is not null limit ${MOST}`

const questions = invariants.map(({ code, title, violated }) => ({
  about: { code, title },
  statement: violationsOf(violated),
}))

/** What else must hold that no single question tells; said where the modules are tied together. */
export interface BooksCheck {
  code: string
  title: string
  find(conn: Pick<Conn, 'query'>, customer_ids: readonly number[] | null): Promise<FoundViolation[]>
}

const further: BooksCheck[] = []

export function checkAlso(checks: readonly BooksCheck[]): void {
  further.push(...checks.filter(({ code }) => !further.some((one) => one.code === code)))
}

/** Everything that is asked, by its code. */
export const allChecks = (): { code: string; title: string }[] =>
  [...invariants, ...further].map(({ code, title }) => ({ code, title }))

/** Asks everything that must hold of the books, of all customers or of some. */
export async function violations(
  conn: Pick<Conn, 'query'>,
  today: string,
  customer_ids: readonly number[] | null = null,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { about, statement } of questions) {
    const rows = await statement.all(conn, customer_ids, today)
    found.push(...rows.map((row) => ({ ...about, ...row })))
  }
  for (const { code, title, find } of further) {
    const rows = (await find(conn, customer_ids)).slice(0, MOST)
    found.push(...rows.map((row) => ({ code, title, ...row })))
  }
  return found
}
