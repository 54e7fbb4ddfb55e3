import { z } from 'zod'
import { call, data } from './call.ts'
import { type Entity, fieldsOf } from './entity.ts'
import { idSchema } from './schema.ts'

/** Shows one hidden value of a row to whoever may see it; each look leaves a trace. */
export function unmaskCall<E extends Entity>(entity: E) {
  const masked = fieldsOf(entity)
    .filter(([, { options }]) => options.masked)
    .map(([name]) => name)
  return call({
    method: 'POST',
    path: `/${entity.name}/unmask`,
    summary: `Show one masked value of a ${entity.label.toLowerCase()}`,
    policy: { from: 'user' },
    target: entity,
    replayed: false,
    input: z.strictObject({ id: idSchema, field: z.enum(masked) }),
    answers: data<{ value: string } | null>(),
  })
}
