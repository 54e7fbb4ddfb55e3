import { type Entity, fieldsOf, labelOf } from '#domain/kit/entity.ts'
import { fieldProblem, Problem } from '#domain/kit/problem.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'
import { type Cells, cellsOf } from './cell.ts'

/** Turns what a constraint of the database refused into the field's own words. */
export function explained(error: unknown, entity: Entity, sent: object = {}): unknown {
  const state = sqlStateOf(error)
  if (state === '23505') return uniqueProblem(error, entity, cellsOf(sent))
  if (state === '23503') return referenceProblem(error, entity)
  // A value that passed our checks and not the database's is still the sender's to mend.
  if (
    ['22001', '22003', '22P02', '23514', '22021', '22007', '22008', '22009'].includes(state ?? '')
  )
    return new Problem('badRequest')
  return error
}

function uniqueProblem(error: unknown, entity: Entity, sent: Cells): Problem {
  // Indexes are named <table>_<field>_unique, so that a refusal names its field.
  const [field] = fieldsOf(entity).filter(
    ([name]) => constraintOf(error) === `${entity.plural}_${name}_unique`,
  )
  if (!field) return new Problem('conflict')
  const [name, { options }] = field
  const fill = {
    label: labelOf(entity, name),
    what: entity.label.toLowerCase(),
    name: String(sent[name] ?? ''),
    value: String(sent[name] ?? ''),
    owner: `another ${entity.label.toLowerCase()}`,
  }
  return fieldProblem(options.unique ?? 'conflict', name, fill)
}

function referenceProblem(error: unknown, entity: Entity): Problem {
  const named = fieldsOf(entity).find(
    ([name, field]) => field.kind === 'ref' && constraintOf(error).includes(name),
  )
  if (!named) return new Problem('badRequest')
  const message = unknownReference(entity, named[0])
  const errors = [{ field: named[0], code: 'bad_request', message }]
  return new Problem('badRequest', { errors })
}

export function unknownReference(entity: Entity, name: string): string {
  return `${labelOf(entity, name)}: we couldn't find that one. Choose one from the list.`
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
