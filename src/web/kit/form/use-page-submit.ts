import { useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { unsaved, useUnsavedGuard } from './unsaved.ts'
import { type Submit, useSubmit } from './use-submit.ts'

/**
 * The one action of a form that is a page of its own, and leaves for another one when it is done.
 * With something typed it is not left without being asked; `typed` is all that can be typed.
 */
export function usePageSubmit(
  typed: unknown,
  run: (key: string, go: NavigateFunction) => Promise<void>,
): Submit {
  const navigate = useNavigate()
  const go = ((...to: Parameters<NavigateFunction>) => {
    unsaved.set(null)
    return navigate(...to)
  }) as NavigateFunction
  const submit = useSubmit((key) => run(key, go))
  useTypedGuard(typed, submit)
  return submit
}

/** Asks before a form is left in which something else stands than what it began with. */
export function useTypedGuard(typed: unknown, submit: Submit): void {
  const text = JSON.stringify(typed)
  const [start] = useState(text)
  useUnsavedGuard(text !== start, async () => {
    submit.onSubmit()
    // What is saved opens its own page; what is refused is told where it was typed.
    return false
  })
}
