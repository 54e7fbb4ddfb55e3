import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isApiProblem } from '#web/kit/session/api.ts'
import classes from './pool.module.css'

interface Props {
  /** Names the cell for those who cannot see its column. */
  label: string
  value: string
  isWrong: boolean
  isNumber?: boolean
  /** What is sent for a text; null when it cannot be understood. */
  read: (text: string) => string | null
  /** Said of a text that cannot be understood. */
  expected?: string | ((text: string) => string)
  onSave: (value: string | null) => Promise<unknown>
}

/** A cell that is mended in place: Enter or leaving it saves, Escape takes the change back. */
export function EditCell(props: Props) {
  const { label, value, isWrong, isNumber = false, read, expected, onSave } = props
  const [text, setText] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useEffect(() => {
    setText(value)
    setProblem(null)
  }, [value])
  async function save() {
    const typed = text.trim()
    if (typed === value || isSaving) return
    const next = typed === '' ? null : read(typed)
    if (typed !== '' && next === null) {
      setProblem(
        typeof expected === 'function' ? expected(typed) : (expected ?? 'That can’t be read.'),
      )
      return
    }
    setIsSaving(true)
    setProblem(null)
    try {
      await onSave(next)
    } catch (cause) {
      const said = isApiProblem(cause) ? cause.errors[0]?.message : undefined
      setProblem(said ?? 'That could not be saved.')
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      aria-busy={isSaving}
      classNames={{ input: classes.cell ?? '' }}
      data-wrong={isWrong || undefined}
      data-number={isNumber || undefined}
      value={text}
      error={problem}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape') {
          setText(value)
          setProblem(null)
        }
      }}
    />
  )
}
