import pg from 'pg'

export interface ToldError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string
  /** Where it happened; never what was in the row. */
  table?: string
  column?: string
  constraint?: string
  routine?: string
}

// Of a broken constraint, and of a table, column, function or right that is missing, PostgreSQL quotes
// the name. In any other message it may quote what somebody typed.
const namesOnly = /^(23|42703|42P01|42883|42501)/

/** An error as the log may hold it: PostgreSQL quotes values of rows in messages and details. */
export function toldError(error: Error): ToldError {
  const plain = { type: error.name, message: error.message, stack: error.stack ?? '' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  if (!(error instanceof pg.DatabaseError)) return { ...plain, ...code }
  const { table, column, constraint, routine } = error
  const message = namesOnly.test(error.code ?? '') ? error.message : withoutQuotes(error.message)
  return {
    ...plain,
    ...code,
    message,
    stack: plain.stack.replace(error.message, message),
    ...(table && { table }),
    ...(column && { column }),
    ...(constraint && { constraint }),
    ...(routine && { routine }),
  }
}

function withoutQuotes(message: string): string {
  // A message may end in the value itself, without a quote: “…: 12:61”.
  return message.replace(/".*"/gs, '"…"').replace(/: [^:"]*\d[^"]*$/, ': …')
}
