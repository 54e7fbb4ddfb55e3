import { useEffect, useRef, useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import {
  type Draft,
  dropDraft,
  dropDrafts,
  keepable,
  readDraft,
  writeDraft,
} from '#web/kit/session/draft-storage.ts'
import { useSession } from '#web/kit/session/session.ts'
import type { Values } from './merge.ts'

/** So long after the last key what was typed is kept. */
const SETTLE_MS = 2000

export interface DraftOffer {
  draft: Draft
  /** The record has been changed since, by somebody else. */
  isOutdated: boolean
  restore: () => void
  discard: () => void
}

interface Options {
  entity: Entity
  /** Whether this form keeps drafts at all. */
  isKept: boolean
  rowId: number | null
  /** What a new one is for, where its address does not say. */
  about?: string | undefined
  version: number | null
  base: Values
  /** What differs from the base. */
  changes: Values
  onRestore: (draft: Draft) => void
}

/** Keeps what is typed in this browser until it is saved, and offers it again to who comes back. */
export function useDraft(options: Options) {
  const { user } = useSession()
  const { entity, isKept, rowId, version } = options
  // What a new one is for, such as whose contract it will be, stands in the address it began at.
  const [search] = useState(location.search)
  const which = rowId ?? `new${options.about ?? search}`
  const place =
    isKept && user && !entity.holdsSecrets
      ? `${user.id}:${user.organisation_id ?? ''}:${entity.name}:${which}`
      : null
  const [offered, setOffered] = useState<Draft | null>(() => found(place))
  const typed = keepable(entity, options.changes)
  const isTyped = Object.keys(typed).length > 0
  const text = JSON.stringify(typed)
  const wasTyped = useRef(false)

  const keep = useRef<() => void>(() => undefined)
  keep.current = () => {
    if (!place || !isTyped) return
    const base = Object.fromEntries(Object.keys(typed).map((name) => [name, options.base[name]]))
    writeDraft(place, { at: Date.now(), version, values: typed, base })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other text is kept anew
  useEffect(() => {
    if (!place) return
    if (isTyped) {
      wasTyped.current = true
      const timer = setTimeout(() => keep.current(), SETTLE_MS)
      return () => clearTimeout(timer)
    }
    // Taken back by hand, there is nothing to offer.
    if (wasTyped.current) dropDraft(place)
    return undefined
  }, [place, isTyped, text])
  useEffect(() => {
    // A tab that is put away may never come back.
    const onHide = () => keep.current()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onHide)
    return () => {
      // Another tab of the record takes the form away, and not what was typed.
      if (wasTyped.current) keep.current()
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onHide)
    }
  }, [])

  function drop() {
    wasTyped.current = false
    setOffered(null)
    if (place) dropDraft(place)
  }
  const offer: DraftOffer | null = offered && {
    draft: offered,
    isOutdated: offered.version !== version,
    restore: () => {
      setOffered(null)
      options.onRestore(offered)
    },
    discard: drop,
  }
  return { offer, drop }
}

function found(place: string | null): Draft | null {
  if (!place) return null
  dropDrafts('old', Date.now())
  return readDraft(place, Date.now())
}
