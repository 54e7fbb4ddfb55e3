import { moduleOf, reaches } from '#domain/access/key-scope.ts'
import { entities, entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { beyondReach, isHanging, isRecord } from '#domain/kit/record-reach.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import { refuseBeyondReach } from '#server/kit/rows/within-reach.ts'

/**
 * A key that asks for notes, tasks, files or messages, or writes some, names what they are about: by
 * the kind of record, by its id, or by the row itself. Whatever the call, it has to be made for those.
 */
export async function admitNamedRecords(ctx: Context, { path }: Route, raw: Cells): Promise<void> {
  const { scope } = ctx.actor
  if (!scope?.modules) return
  const own = entityOf(path)
  const module = moduleOf(path)
  if (module !== 'office' && module !== 'messages') return
  const isOpen = !own || beyondReach(scope, own)?.isWhole !== true
  if (!isOpen || !kindsNamed(raw).every((name) => reaches(scope, name)))
    throw new Problem('forbidden')
  const rows = rowsNamed(own, raw)
  if (rows.length === 0) return
  await ctx.database.read(scopeOf(ctx), async (conn) => {
    for (const { entity, ids } of rows) await refuseBeyondReach(ctx, conn, entity, ids)
  })
}

function entityOf(path: string): Entity | undefined {
  const word = path.split('/')[1] ?? ''
  return entities.find(({ name, plural }) => name === word || plural === word)
}

/** As in customer_id: 5, or reference_object: customer. */
function kindsNamed(raw: Cells): string[] {
  const said = [raw.reference_object, raw.object_class]
    .filter((name) => typeof name === 'string')
    .map((name) => name.toLowerCase())
    .filter((name) => entityNamed(name) !== undefined)
  const referred = Object.keys(raw)
    .filter((key) => raw[key] !== null && raw[key] !== '')
    .map((key) => /^(\w+)_ids?$/.exec(key)?.[1])
    .filter((name) => name !== undefined && isRecord(name))
  return [...said, ...(referred as string[])] // Without the undefined ones.
}

/** As in id: 7 of a call about notes, or file_ids: [1, 2] of a message. */
function rowsNamed(own: Entity | undefined, raw: Cells): { entity: Entity; ids: number[] }[] {
  return Object.entries(raw).flatMap(([key, value]) => {
    const [, name = '', suffix] = /^(?:(\w+)_)?(ids?)$/.exec(key) ?? []
    if (!suffix) return []
    const entity = name === '' || name === 'parent' ? own : entityNamed(name)
    const ids = [value].flat().map(Number).filter(Number.isSafeInteger)
    return entity && isHanging(entity) && ids.length > 0 ? [{ entity, ids }] : []
  })
}
