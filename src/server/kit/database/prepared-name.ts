// A prepared statement is planned once per connection. Texts are written by us alone, yet orders and
// sets of fields combine freely, so their number is bounded; what comes later stays unprepared.
const MAX_NAMES = 300
const names = new Map<string, string>()

export function preparedName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= MAX_NAMES) return known
  const name = `kit_${names.size}`
  names.set(sql, name)
  return name
}

export interface Prepared {
  sql: string
  name: string | undefined
}

/** A long statement that is much the same every time: written once where it is prepared. */
export function preparedOnce(
  known: Map<string, Prepared>,
  which: string,
  write: () => string,
): Prepared {
  const found = known.get(which)
  if (found) return found
  const sql = write()
  const prepared = { sql, name: preparedName(sql) }
  if (prepared.name) known.set(which, prepared)
  return prepared
}
