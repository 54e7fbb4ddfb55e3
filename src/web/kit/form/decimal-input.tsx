import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
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
  const [text, setText] = useState(given)
  // The value changes from outside when a record is loaded or merged.
  useEffect(() => setText(given), [given])
  const read = parse ?? ((typed: string) => parseDecimal(typed, scale))
  return (
    <TextInput
      {...shared(props)}
      classNames={{ input: classes.number ?? '' }}
      inputMode="decimal"
      value={text}
      {...(suffix ? { rightSection: <span aria-hidden>{suffix}</span> } : {})}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        const typed = text.trim()
        // What cannot be read is kept as typed and refused with its reason.
        if (typed !== given) props.onChange(typed === '' ? '' : (read(typed) ?? typed))
        props.onBlur()
      }}
    />
  )
}
