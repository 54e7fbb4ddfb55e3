/** How a column of a list is compared, as its address and the API write it. */
export type Operator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'like' | 'null'

export interface Filter {
  field: string
  operator: Operator
  values: string[]
}

/** A filter of one field, in the order in which one would say it. */
export function filterBy(field: string, operator: Operator, ...values: string[]): Filter {
  return { field, operator, values }
}

/** In the address: field.operator:value|value;… with each value encoded on its own. */
export function writeFilters(filters: readonly Filter[]): string {
  return filters
    .map(({ field, operator, values }) => {
      const text = values.map((value) => encodeURIComponent(value)).join('|')
      return `${field}.${operator}:${text}`
    })
    .join(';')
}

/** The filters as the API takes them: field.op=value, several values with commas. */
export function filterParams(filters: readonly Filter[]): Record<string, string> {
  return Object.fromEntries(
    filters.map(({ field, operator, values }) => [
      operator === 'eq' ? field : `${field}.${operator}`,
      values.join(','),
    ]),
  )
}
