import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressPart } from '#domain/kit/field.ts'
import { suggestionsQuery } from '#web/kit/session/address-query.ts'
import { type InputProps, shared } from './inputs.tsx'

const SETTLED_MS = 200

/** A part of an address: free to type, with what is known offered beneath it. */
export function AddressInput(props: InputProps & { part: AddressPart }) {
  const { part, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const [isTyping, setIsTyping] = useState(false)
  const [typed] = useDebouncedValue(text, SETTLED_MS)
  const { data = [] } = useQuery({
    ...suggestionsQuery(part, typed.trim()),
    enabled: isTyping && typed.trim() !== '',
  })
  const offered = [...new Map(data.map((one) => [one.value, one])).values()]
  const aboutOf = new Map(offered.map((one) => [one.value, one.about]))
  return (
    <Autocomplete
      {...shared(props)}
      autoComplete="off"
      data={isTyping ? offered.map((one) => one.value) : []}
      // The server has found them: macrons and capitals need not be typed.
      filter={({ options }) => options}
      value={text}
      {...(part === 'postcode' ? { inputMode: 'numeric' as const } : {})}
      onChange={(next) => {
        setIsTyping(!aboutOf.has(next))
        onChange(next)
      }}
      renderOption={({ option }) => (
        <span>
          {option.value}
          {aboutOf.get(option.value) && (
            <Text span size="xs" c="dimmed">
              {' '}
              {aboutOf.get(option.value)}
            </Text>
          )}
        </span>
      )}
    />
  )
}
