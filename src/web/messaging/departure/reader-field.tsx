import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#domain/kit/problem.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'

/** The field that says whom it is for. */
export interface Reader {
  label: string
  description?: string
  /** What stands in it at first. */
  given?: string
  /** Left empty, it goes where such things go. */
  isOptional?: boolean
  isPhone?: boolean
}

interface Props {
  reader: Reader
  /** Where such things go. */
  usual: string
  to: string
  error: string | undefined
  onChange: (to: string) => void
}

export function ReaderField({ reader, usual, to, error, onChange }: Props) {
  // What is still being typed is no mistake yet.
  const [isTyping, setTyping] = useState(false)
  const address = to.trim()
  return (
    <TextInput
      label={reader.label}
      description={reader.description}
      {...(reader.isOptional ? { placeholder: usual } : {})}
      type={reader.isPhone ? 'tel' : 'email'}
      withAsterisk={!reader.isOptional}
      data-autofocus
      value={to}
      error={fits(address, reader) || isTyping ? error : wrongReader(address, reader)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyping(true)
        onChange(event.currentTarget.value)
      }}
    />
  )
}

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

export function fits(address: string, reader: Reader | undefined): boolean {
  if (!reader) return true
  const { isPhone, isOptional } = reader
  if (address === '') return isOptional ?? false
  return isPhone ? address.length > 2 : ADDRESS.test(address)
}

/** In the words that the server would use. */
function wrongReader(address: string, { label, isPhone }: Reader): string {
  if (address === '') return `${label} is needed.`
  return isPhone ? 'Please enter the whole number.' : messageOf('emailInvalid')
}

export function readerOptions(address: string, reader: Reader | undefined): DepartureOptions {
  if (address === '') return {}
  return reader?.isPhone ? { phone: address } : { to: [address] }
}
