import { type FormEvent, useRef, useState } from 'react'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { awayWords, isAway, useIsAway } from '#web/kit/session/connection.ts'
import { stopAtUnread } from './use-typed.ts'

export interface Submit {
  /** For the form's onSubmit; a second press while the first is on its way does nothing. */
  onSubmit: (event?: FormEvent) => void
  /** The same without an event; whether it worked. */
  attempt: () => Promise<boolean>
  isBusy: boolean
  /** Why it can't be sent just now; null while it can. */
  waitsFor: string | null
  /** What stands above the form. */
  problem: string | null
  /** What stands at a field. */
  errorOf: (field: string) => string | undefined
  /** What was said of fields, for a form that has no such fields to show. */
  details: readonly string[]
}

interface Options {
  /** It moves money: without the server it is not sent, and nothing waits to be sent. */
  isMoney?: boolean
}

/** Runs a small form's one action, safe against double clicks, and keeps what went wrong. */
export function useSubmit(
  run: (key: string) => Promise<void>,
  { isMoney = false }: Options = {},
): Submit {
  const isServerAway = useIsAway()
  const isRunning = useRef(false)
  const key = useRef(crypto.randomUUID())
  const [isBusy, setIsBusy] = useState(false)
  const [cause, setCause] = useState<unknown>(null)

  async function submit(): Promise<boolean> {
    if (isRunning.current || (isMoney && isAway())) return false
    isRunning.current = true
    setIsBusy(true)
    setCause(null)
    try {
      await run(key.current)
      key.current = crypto.randomUUID()
      return true
    } catch (problem) {
      setCause(problem)
      // Without an answer the same call may have worked: the key stays, so it works once at most.
      const isAnswered = isApiProblem(problem) && problem.status > 0
      if (isAnswered) key.current = crypto.randomUUID()
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  const errors = isApiProblem(cause) ? cause.errors : []
  return {
    onSubmit: (event) => {
      event?.preventDefault()
      event?.stopPropagation()
      const form = event?.currentTarget
      if (form instanceof HTMLFormElement && stopAtUnread(form)) return
      void submit()
    },
    attempt: submit,
    isBusy,
    waitsFor: isMoney && isServerAway ? awayWords : null,
    problem: cause === null ? null : messageFrom(cause),
    errorOf: (field) => errors.find((error) => error.field === field)?.message,
    details: errors.map(({ message }) => message),
  }
}
