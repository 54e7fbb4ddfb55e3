import { useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import type { Entity } from '#domain/kit/entity.ts'
import { isSameValue, type Values } from './merge.ts'
import { useUnsavedGuard } from './unsaved.ts'
import { type DraftOffer, useDraft } from './use-draft.ts'
import { type Submit, useSubmit } from './use-submit.ts'

interface TypedPage<T> {
  /** What is made of it: it says what is never kept in a browser. */
  entity: Entity
  /** All that can be typed. */
  typed: T
  /** Puts back what was kept. */
  restore: (typed: Partial<T>) => void
}

/**
 * The one action of a form about money that is a page of its own, and leaves for another one when
 * it is done. What is typed is kept over a reload, and is not left without being asked.
 */
export function usePageSubmit<T extends object>(
  form: TypedPage<T>,
  run: (key: string, go: NavigateFunction) => Promise<void>,
): Submit & { draft: DraftOffer | null } {
  const navigate = useNavigate()
  const go = ((...to: Parameters<NavigateFunction>) => {
    kept.settle()
    return navigate(...to)
  }) as NavigateFunction
  const submit = useSubmit((key) => run(key, go), { isMoney: true })
  const kept = useKeptTyping({
    ...form,
    save: async () => {
      submit.onSubmit()
      // What is saved opens its own page; what is refused is told where it was typed.
      return false
    },
  })
  return { ...submit, draft: kept.offer }
}

interface KeptTyping<T> extends TypedPage<T> {
  /** What it is about, where the address does not say. */
  about?: string
  /** Asked for by whoever leaves; true when it worked. */
  save: () => Promise<boolean>
}

/** Keeps what is typed into a form that has no row yet, and asks before it is left. */
export function useKeptTyping<T extends object>(form: KeptTyping<T>) {
  // Fields by their names, as they are kept.
  const typed = form.typed as Values
  const [start] = useState(typed)
  const changes = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => !isSameValue(start[name], value)),
  )
  const draft = useDraft({
    entity: form.entity,
    isKept: true,
    rowId: null,
    about: form.about,
    version: null,
    base: start,
    changes,
    // Written above, by this very form.
    onRestore: ({ values }) => form.restore(values as Partial<T>),
  })
  const isDirty = Object.keys(changes).length > 0
  const settle = useUnsavedGuard(isDirty, form.save, undefined, draft.drop)
  return {
    offer: draft.offer,
    /** It is saved, and there is nothing to ask or to offer. */
    settle: () => {
      settle()
      draft.drop()
    },
  }
}
