/** The columns with one of them brought to the place of another; that one makes room. */
export function movedTo(columns: readonly string[], name: string, place: string): string[] {
  const from = columns.indexOf(name)
  const to = columns.indexOf(place)
  if (from < 0 || to < 0 || from === to) return [...columns]
  const next = columns.filter((other) => other !== name)
  next.splice(to, 0, name)
  return next
}
