import type { BlockScope, BlockSource } from './listed.ts'

/** One reason why a contact is not written to; each stands until it is taken back by itself. */
export interface BlockCause {
  type: 'email' | 'sms' | 'all'
  blocks: BlockScope
  source: BlockSource
  reason: string | null
}

/** An entry of the list: what all its causes come to, and the causes where there were several. */
export type BlockEntry = BlockCause & { causes: BlockCause[] | null }

/** An entry of one cause is that cause. */
export function causesOf({ causes, type, blocks, source, reason }: BlockEntry): BlockCause[] {
  return causes ?? [{ type, blocks, source, reason }]
}

// What a contact can take back themselves is said last: taking it back would change nothing.
const byWeight: readonly BlockSource[] = [
  'complaint',
  'bounce',
  'staff',
  'import',
  'stop',
  'unsubscribe',
]

const weight = ({ blocks, source }: BlockCause) =>
  (blocks === 'everything' ? 0 : byWeight.length) + byWeight.indexOf(source)

/** What several causes come to: the strictest, for all channels that any of them is about. */
export function entryOf(causes: readonly BlockCause[]): BlockEntry {
  const [first, ...others] = causes.toSorted((one, other) => weight(one) - weight(other))
  if (!first) throw new Error('An entry has a cause.')
  const isOfAll = others.some(({ type }) => type !== first.type)
  return { ...first, type: isOfAll ? 'all' : first.type, causes: [first, ...others] }
}

/** The entry with one more cause; what the same source said before gives way to it. */
export function withCause(entry: BlockEntry, cause: BlockCause): BlockEntry {
  return entryOf([...causesOf(entry).filter(({ source }) => source !== cause.source), cause])
}

/** The entry without what one source said; null where nothing else was said. */
export function withoutCause(entry: BlockEntry, source: BlockSource): BlockEntry | null {
  const others = causesOf(entry).filter((cause) => cause.source !== source)
  return others.length > 0 ? entryOf(others) : null
}

/**
 * The entry as a person has decided: what lets more through holds for every cause, what lets less
 * through is said by staff, and words are about the cause that is shown.
 */
export function decided(
  entry: BlockEntry,
  { blocks, reason }: Pick<BlockCause, 'blocks' | 'reason'>,
): BlockEntry {
  if (entry.blocks !== 'everything' && blocks === 'everything')
    return withCause(entry, { type: entry.type, blocks, source: 'staff', reason })
  const causes = causesOf(entry).map((cause) => ({
    ...cause,
    ...(blocks === 'promotional' ? { blocks } : {}),
    ...(cause.source === entry.source ? { reason } : {}),
  }))
  return entryOf(causes)
}
