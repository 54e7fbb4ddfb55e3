import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import classes from './save-bar.module.css'
import type { Edit } from './use-edit.ts'

interface Props {
  /** What is pressed most on a record stays in reach on a phone, the end of a form everywhere. */
  of?: 'form' | 'record'
  children: ReactNode
}

/** The buttons that end a form: they stay in sight however long it is. */
export function SaveBar({ of = 'form', children }: Props) {
  return (
    <Group gap="xs" className={classes.save} data-save-bar={of}>
      {children}
    </Group>
  )
}

interface SaveButtonsProps {
  edit: Edit
  isReadOnly: boolean
  /** A new one may be saved as it began. */
  isNew?: boolean
  /** Else it leads back to where one came from. */
  onCancel?: () => void
}

export function SaveButtons({ edit, isReadOnly, isNew = false, onCancel }: SaveButtonsProps) {
  const navigate = useNavigate()
  return (
    <SaveBar>
      <Button variant="default" onClick={onCancel ?? (() => void navigate(-1))}>
        Cancel
      </Button>
      <Button
        loading={edit.isBusy}
        disabled={isReadOnly || (!isNew && !edit.isDirty)}
        onClick={() => void edit.save()}
      >
        Save
      </Button>
    </SaveBar>
  )
}
