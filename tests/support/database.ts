import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import {
  createDatabase,
  ensureFilled,
  type FilledDatabase,
  type TestDatabase,
} from './filled-database.ts'

const filledNames = new Map<string, Promise<string>>()

/** A database of one's own, copied from the migrated template in a fraction of a second. */
export async function cloneDatabase(filled?: FilledDatabase): Promise<TestDatabase> {
  const cluster = inject('cluster')
  return createDatabase(cluster, anyName(), filled ? await nameOf(filled) : cluster.template)
}

/** A database with nothing in it, for the tests of the migration itself. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('cluster'), anyName())
}

const anyName = () =>
  `${inject('cluster').template}_${process.pid}_${randomBytes(4).toString('hex')}`

function nameOf(filled: FilledDatabase): Promise<string> {
  const known = filledNames.get(filled.name)
  if (known) return known
  const name = ensureFilled(inject('cluster'), filled)
  filledNames.set(filled.name, name)
  return name
}
