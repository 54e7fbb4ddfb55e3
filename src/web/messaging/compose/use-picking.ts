import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { folded, type Sign, type TypedSign, typedSignAt } from './typed-sign.ts'

/** Something that can stand in a text, by its name. */
export interface Choice {
  id: number
  name: string
  /** How it begins. */
  detail?: string
  words: string | (() => Promise<string>)
}

/** What a sign offers. */
export interface Picker {
  sign: Sign
  label: string
  choices: readonly Choice[]
}

interface Text {
  box: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  pickers: readonly Picker[]
}

const MOST = 8

/** What is offered at the place where somebody writes, and what the keys do with it. */
export function usePicking({ box, value, onChange, pickers }: Text) {
  const [typed, setTyped] = useState<TypedSign | null>(null)
  const [active, setActive] = useState(0)
  // Closed by hand, it stays closed for this sign.
  const [closed, setClosed] = useState<number | null>(null)
  const picker = pickers.find(({ sign }) => sign === typed?.sign)
  const isOpen = picker && typed && typed.start !== closed
  const fits = ({ name }: Choice) => folded(name).includes(folded(typed?.query ?? ''))
  const shown = isOpen ? picker.choices.filter(fits).slice(0, MOST) : []
  const current = shown[Math.min(active, shown.length - 1)]

  function look(field: HTMLTextAreaElement) {
    const signs = pickers.map(({ sign }) => sign)
    const isPoint = field.selectionStart === field.selectionEnd
    const next = isPoint ? typedSignAt(field.value, field.selectionStart, signs) : null
    if (next?.start !== typed?.start || next?.query !== typed?.query) setActive(0)
    setTyped(next)
    if (next === null) setClosed(null)
  }

  /** Where the writing goes on, once the text is the new one. */
  const caret = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is a new place
  useLayoutEffect(() => {
    if (caret.current === null) return
    box.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])

  /** In place of what was typed; whoever writes on meanwhile is not disturbed. */
  function put(words: string, { start, query }: TypedSign) {
    const { value: text, selectionStart } = box.current ?? { value, selectionStart: value.length }
    const end = start + 1 + query.length
    caret.current = Math.max(selectionStart, end) + words.length - (end - start)
    onChange(text.slice(0, start) + words + text.slice(end))
    setTyped(null)
  }

  function picked({ words }: Choice) {
    if (!typed) return
    setClosed(typed.start)
    if (typeof words === 'string') put(words, typed)
    else
      words()
        .then((printed) => put(printed, typed))
        .catch(toastProblem)
  }

  /** True where the key was meant for the list. */
  function isTaken({ key }: KeyboardEvent): boolean {
    if (!current) return false
    if (key === 'ArrowDown') setActive((active + 1) % shown.length)
    else if (key === 'ArrowUp') setActive((active + shown.length - 1) % shown.length)
    else if (key === 'Enter' || key === 'Tab') picked(current)
    else if (key === 'Escape') setClosed(typed?.start ?? null)
    else return false
    return true
  }

  return {
    label: picker?.label ?? '',
    shown,
    current,
    look,
    isTaken,
    pick: picked,
    close: () => setTyped(null),
  }
}
