import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReasonedButton } from '#web/kit/frame/reasoned-button.tsx'
import type { Submit } from './use-submit.ts'

interface Props extends Pick<ButtonProps, 'color' | 'disabled'> {
  submit: Submit
  /** The id of its form, where it stands outside of it. */
  form?: string | undefined
  children: ReactNode
}

/** The button that sends a form; what can't be sent just now is said at it. */
export function SubmitButton({ submit, ...button }: Props) {
  return (
    <ReasonedButton type="submit" loading={submit.isBusy} reason={submit.waitsFor} {...button} />
  )
}
