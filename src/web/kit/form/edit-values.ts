import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import type { Values } from './merge.ts'

/** What a new row starts with. */
export function blankValues(entity: Entity, start: Values = {}): Values {
  const initial = fieldsOf(entity).map(([name, field]) => [name, field.options.initial ?? null])
  return { ...Object.fromEntries(initial), ...start }
}

/** The part of a row a form holds. */
export function formValues(entity: Entity, row: Values): Values {
  return Object.fromEntries(fieldsOf(entity).map(([name]) => [name, row[name] ?? null]))
}

/** The same body keeps its key, so that saving again after a lost answer saves once. */
export function keyFor(sent: { body: string; key: string }, body: string): string {
  if (sent.body !== body) Object.assign(sent, { body, key: crypto.randomUUID() })
  return sent.key
}
