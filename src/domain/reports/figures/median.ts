/** The median of numbers that are told by how often each occurs; null where there are none. */
export function medianOf(counts: ReadonlyMap<string, number>): string | null {
  const sorted = [...counts].map(([value, count]) => [Number(value), count] as const)
  sorted.sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (all === 0) return null
  const at = (place: number) => {
    let passed = 0
    for (const [value, count] of sorted) {
      passed += count
      if (place < passed) return value
    }
    return 0
  }
  return ((at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2).toFixed(1)
}
