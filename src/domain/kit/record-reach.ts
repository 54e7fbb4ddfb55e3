import { type KeyModule, type KeyScope, moduleOf, reaches } from '#domain/access/key-scope.ts'
import { type Entity, fieldsOf } from './entity.ts'

// Notes, tasks, files and messages hang on records of other modules. A key reads them where it is
// made for those as well: what is written about an invoice is no more open to it than the invoice.

const hanging: readonly (KeyModule | null)[] = ['office', 'messages']

/** Rows that are about customers in any case, though none of their fields refers to one. */
const aboutCustomers: readonly string[] = ['bulkmessage']

type Scope = KeyScope | null | undefined

/** Of the rows of an entity those a key is not made for. */
export interface Beyond {
  /** All of them. */
  isWhole: boolean
  /** Those that say by name that they are about one of these. */
  objects: readonly string[]
  /** Those with something in one of these. */
  columns: readonly string[]
}

/** Null where a key, or whoever has none, reads every row of the entity. */
export function beyondReach(scope: Scope, entity: Entity): Beyond | null {
  if (!scope?.modules || !isHanging(entity)) return null
  const isOut = (name: string) => !reaches(scope, name)
  const isWhole = aboutCustomers.includes(entity.name) && isOut('customer')
  const objects = (entity.fields.reference_object?.options.choices ?? []).filter(isOut)
  const columns = fieldsOf(entity)
    .filter(([, { options }]) => isRecord(options.target) && isOut(options.target ?? ''))
    .map(([name]) => name)
  return isWhole || objects.length + columns.length > 0 ? { isWhole, objects, columns } : null
}

/** Whether rows of this kind are about others. */
export function isHanging(entity: Entity): boolean {
  return hanging.includes(moduleOf(`/${entity.name}`))
}

/** Something of a module of its own; whom a task is for is not what it is about. */
export function isRecord(name: string | undefined): boolean {
  const module = moduleOf(`/${name}`)
  return module !== null && module !== 'organisation' && !hanging.includes(module)
}

/** The same for files of rows, which hold all of them. */
export function reachesAll(scope: Scope, entity: Entity): boolean {
  return reaches(scope, entity.name) && beyondReach(scope, entity) === null
}
