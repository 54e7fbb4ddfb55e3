import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormFrame } from '#web/kit/form/form-frame.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import type { Submit } from '#web/kit/form/use-submit.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  isOpen: boolean
  title: string
  button: string
  submit: Submit
  onClose: () => void
  isDanger?: boolean
  /** There is nothing that the button could do. */
  isDisabled?: boolean
  isWide?: boolean
  children: ReactNode
}

/** A small form in a dialog, with what went wrong above it. */
export function DialogForm(props: Props) {
  const { isOpen, title, button, submit, onClose, isDanger = false, children } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size={props.isWide ? 'xl' : 'md'}>
      <FormFrame
        submit={submit}
        foot={
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton
              submit={submit}
              disabled={props.isDisabled ?? false}
              {...(isDanger ? { color: 'red' } : {})}
            >
              {button}
            </SubmitButton>
          </Group>
        }
      >
        {children}
      </FormFrame>
    </Dialog>
  )
}
