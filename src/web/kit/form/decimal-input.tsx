import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import classes from './decimal-input.module.css'
import { type InputProps, shared } from './inputs.tsx'

interface Props extends InputProps {
  scale: number
  suffix?: string
  parse?: (text: string) => string | null
}

/** An exact number: pasted as $1,234.50 or (12.00), kept as decimal text, never floating point. */
export function DecimalInput({ scale, suffix, parse, ...props }: Props) {
  const given = props.value === null || props.value === undefined ? '' : String(props.value)
  // While it is typed it stands as typed; left, it shows what was understood.
  const [typed, setTyped] = useState<string | null>(null)
  const read = parse ?? ((text: string) => parseDecimal(text, scale))
  return (
    <TextInput
      {...shared(props)}
      classNames={{ input: classes.number ?? '' }}
      inputMode="decimal"
      value={typed ?? given}
      {...(suffix ? { rightSection: <span aria-hidden>{suffix}</span> } : {})}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        // At once, since Enter and Ctrl+S save without leaving the field; what cannot be read is
        // kept as typed and refused with its reason.
        const text = next.trim()
        props.onChange(text === '' ? '' : (read(text) ?? text))
      }}
      onBlur={() => {
        setTyped(null)
        props.onBlur()
      }}
    />
  )
}
