import type { Conn } from './database.ts'

/** A piece of a statement, to be put into others as it is. */
export interface Fragment {
  readonly fragment: string
}

/** Constants of ours: a number, a text or a list of texts is written out, a piece is put in. */
type Part = number | string | readonly string[] | Fragment

type Asker = Pick<Conn, 'query'>

/** A statement of ours, the row it answers (`R`) and the values it takes (`V`). */
export interface Statement<R, V extends readonly unknown[]> {
  readonly text: string
  /** Every row it answers. */
  all(conn: Asker, ...values: V): Promise<R[]>
  /** The first row, where there is one. */
  one(conn: Asker, ...values: V): Promise<R | undefined>
  /** For what it does, not for what it answers. */
  run(conn: Asker, ...values: V): Promise<void>
  /** The same, planned once for each connection: for what is asked with nearly every call. */
  named(name: string): Statement<R, V>
}

const written: string[] = []

/**
 * A statement, written once where its module begins, with the type of its row and of its values:
 * `sql<{ owed: string }, [invoice_id: number]>`. The test of statements has PostgreSQL prepare every
 * one of them, so that a column that does not exist is found there and not by a customer.
 */
export function sql<R = never, V extends readonly unknown[] = []>(
  strings: TemplateStringsArray,
  ...parts: readonly Part[]
): Statement<R, V> {
  const text = joined(strings, parts)
  written.push(text)
  return statementOf(text)
}

function statementOf<R, V extends readonly unknown[]>(
  text: string,
  name?: string,
): Statement<R, V> {
  const ask = (conn: Asker, values: V) => conn.query<R>(text, [...values], name)
  return {
    text,
    all: (conn, ...values) => ask(conn, values),
    one: async (conn, ...values) => (await ask(conn, values))[0],
    run: async (conn, ...values) => {
      await ask(conn, values)
    },
    named: (known) => statementOf(text, known),
  }
}

/** A piece that several statements share: a condition, a list of columns. */
export function fragment(strings: TemplateStringsArray, ...parts: readonly Part[]): Fragment {
  return { fragment: joined(strings, parts) }
}

/** The text of every statement of the modules that are loaded, for the test that prepares them. */
export function writtenStatements(): readonly string[] {
  return written
}

function joined(strings: TemplateStringsArray, parts: readonly Part[]): string {
  return strings.reduce((text, next, place) => {
    const part = parts[place - 1]
    return `${text}${part === undefined ? '' : asSql(part)}${next}`
  })
}

function asSql(part: Part): string {
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return quoted(part)
  return 'fragment' in part ? part.fragment : part.map(quoted).join(', ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
