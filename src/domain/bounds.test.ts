import { describe, expect, test } from 'vitest'
import { entities } from './entities.ts'
import { fieldsOf } from './kit/entity.ts'
import { fieldSchema } from './kit/schema.ts'

const bounded = entities.flatMap((entity) =>
  fieldsOf(entity)
    .filter(([, { kind, options }]) => kind === 'percent' && !options.readonly)
    .map(([name, field]) => ({ what: `${entity.name}.${name}`, entity, name, field })),
)

describe('a percentage that people enter is between 0 and 100', () => {
  test('there are some', () => {
    expect(bounded.length).toBeGreaterThan(8)
  })

  test.each(bounded)('$what', ({ entity, name, field }) => {
    const schema = fieldSchema(entity, name, field)
    const isTaken = (value: string) => schema.safeParse(value).success
    expect(['-10', '-0.0001', '100.0001', '150', '1000'].filter(isTaken)).toEqual([])
    expect(['0', '0.0000', '12.5', '100'].filter((value) => !isTaken(value))).toEqual([])
    const message = schema.safeParse('150').error?.issues.map((issue) => JSON.stringify(issue))
    expect(message?.join()).toContain('is between 0 and 100 %.')
  })
})
