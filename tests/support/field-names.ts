/** Every name of a field in an answer, however deep. */
export function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldNames(inner)])
}
