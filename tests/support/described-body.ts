import fc from 'fast-check'

/** A JSON schema as the description of the API writes it; the parts that bodies are made from. */
export interface Described {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  items?: Described
  minimum?: number
  maximum?: number
}

/** What somebody honest might send in a field of this name. */
function wordsFor(name: string): fc.Arbitrary<unknown> {
  if (/(^id|_id|_ids|version)$/.test(name)) return fc.integer({ min: 1, max: 12 })
  if (/date|_start|_end|_on$|_to$|_from$|_until/.test(name))
    return fc.constantFrom('2026-09-01', '2026-09-30', '2026-10-31', '2026-11-16', '2024-02-29')
  if (/amount|total|balance|price|fee|limit/.test(name))
    return fc.constantFrom('0.01', '115.00', '10', '-5.00', '99999999.99')
  if (/percent|rate|quantity|factor/.test(name)) return fc.constantFrom('0', '1.5', '15', '0.2315')
  if (/email/.test(name)) return fc.constant('somebody@example.co.nz')
  return fc.constantFrom('Harbour', 'Tāne', 'Because it was agreed', 'kWh', 'email', 'user')
}

/** A body that fits its description, or nearly: the fields it needs and some of the others. */
export function bodyOf(
  schema: Described,
  all: Record<string, Described>,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const of = (part: Described, partName = name) => bodyOf(part, all, partName, depth + 1)
  const referred = schema.$ref ? all[schema.$ref.split('/').at(-1) ?? ''] : undefined
  if (depth > 6) return fc.constant(null)
  if (referred) return of(referred)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map((choice) => of(choice)))
  if (schema.allOf?.[0]) return of(schema.allOf[0])
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    const made = fields.map(([field, part]) => [field, of(part, field)] as const)
    return fc.record(Object.fromEntries(made), { requiredKeys: schema.required ?? [] })
  }
  if (schema.items) return fc.array(of(schema.items), { maxLength: 3 })
  return plain(schema, name)
}

function plain({ type, minimum, maximum }: Described, name: string): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const min = Math.max(minimum ?? 0, -1_000_000)
    return fc.integer({ min, max: Math.max(min, Math.min(maximum ?? 12, 1000)) })
  }
  if (type === 'object') return fc.constant({})
  return type === 'array' ? fc.constant([]) : wordsFor(name)
}
