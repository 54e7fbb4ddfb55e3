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
