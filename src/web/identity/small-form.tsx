import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import type { Submit } from '#web/kit/form/use-submit.ts'

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
    <form onSubmit={submit.onSubmit} aria-label={label} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {children}
        <Button type="submit" size="sm" fullWidth loading={submit.isBusy} disabled={isDisabled}>
          {button}
        </Button>
      </Stack>
    </form>
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
