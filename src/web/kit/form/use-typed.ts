import { type RefObject, useEffect, useRef, useState } from 'react'

/** What a text means, or why it means nothing. */
export type Reading = { value: string } | { problem: string }

interface Options {
  value: string
  read: (text: string) => Reading
  /** A value as it is shown while nobody types; what is no value is shown as it stands. */
  show: (value: string) => string
  onChange: (value: string | null) => void
}

/**
 * A text that stands for a value. The value is at every moment what the text as it stands means;
 * while it means nothing, the value is the text itself, which no form and no call accepts. So an
 * earlier reading of a half-typed text is never what is saved.
 */
export function useTyped({ value, read, show, onChange }: Options) {
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const stored = show(value) !== value ? undefined : problemIn(value, read)
  const problem = typed === null ? stored : problemIn(typed, read)
  // What Escape goes back to: the value before the typing that is going on.
  const lastGood = useRef('')
  useRefusal(input, problem)
  return {
    input,
    text: typed ?? show(value),
    problem,
    isTyping: typed !== null,
    type: (text: string) => {
      if (typed === null && !stored) lastGood.current = value
      setTyped(text)
      onChange(text.trim() === '' ? null : meaning(text, read, show))
    },
    /** The field is left or Enter pressed: it shows what was understood. */
    settle: () => setTyped(null),
    put: (next: string | null) => {
      setTyped(null)
      onChange(next)
    },
    takeBack: () => {
      setTyped(null)
      onChange(lastGood.current || null)
    },
  }
}

export type TypedText = ReturnType<typeof useTyped>

function problemIn(text: string, read: Options['read']): string | undefined {
  if (text.trim() === '') return undefined
  const reading = read(text)
  return 'problem' in reading ? reading.problem : undefined
}

function meaning(text: string, read: Options['read'], show: Options['show']): string {
  const reading = read(text)
  // A day before the first one possible is refused too, and must not look like a value.
  return 'value' in reading ? reading.value : show(text)
}

/** The browser knows the field as wrong, so that its form can be stopped. */
function useRefusal(input: RefObject<HTMLInputElement | null>, problem: string | undefined) {
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [input, problem])
}

/** The first field of a form whose text means nothing; it is shown to whoever wants to send it. */
export function stopAtUnread(form: HTMLFormElement): boolean {
  const unread = [...form.elements].find(
    (element) => element instanceof HTMLInputElement && element.validity.customError,
  )
  if (unread instanceof HTMLInputElement) unread.focus()
  return unread !== undefined
}
