/** The known name that is fewest letters away from what was typed; null where none is near. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const wanted = typed.toLowerCase()
  const near = names
    .map((name) => ({ name, steps: stepsBetween(wanted, name) }))
    .sort((a, b) => a.steps - b.steps)
    .at(0)
  return near && near.steps <= Math.max(3, Math.ceil(wanted.length / 2)) ? near.name : null
}

/** How many letters must be put in, left out or exchanged. */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged))
    }
    row = next
  }
  return row[to.length] ?? 0
}
