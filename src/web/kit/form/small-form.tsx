import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { FormFrame } from './form-frame.tsx'
import type { Submit } from './use-submit.ts'

interface Props {
  submit: Submit
  label: string
  button: string
  isDisabled?: boolean
  children: ReactNode
}

/** A form of a few fields with one button. */
export function SmallForm({ submit, label, button, isDisabled = false, children }: Props) {
  return (
    <FormFrame
      submit={submit}
      label={label}
      foot={
        <Button type="submit" size="sm" fullWidth loading={submit.isBusy} disabled={isDisabled}>
          {button}
        </Button>
      }
    >
      {children}
    </FormFrame>
  )
}

interface FieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  submit: Submit
  autoComplete?: HTMLInputAutoCompleteAttribute
  description?: string
  type?: 'text' | 'email'
}

export function TextField({ onChange, submit, name, type = 'text', ...rest }: FieldProps) {
  return (
    <TextInput
      {...rest}
      name={name}
      type={type}
      error={submit.errorOf(name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function PasswordField({ onChange, submit, name, type: _, ...rest }: FieldProps) {
  return (
    <PasswordInput
      {...rest}
      name={name}
      error={submit.errorOf(name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
