import { Alert, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Submit } from './use-submit.ts'

interface Props {
  submit: Submit
  label?: string
  /** What sends it. */
  foot: ReactNode
  children: ReactNode
}

/** A form of a few fields, with what went wrong above them and its buttons below. */
export function FormFrame({ submit, label, foot, children }: Props) {
  return (
    <form onSubmit={submit.onSubmit} aria-label={label} noValidate>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {children}
        {foot}
      </Stack>
    </form>
  )
}
