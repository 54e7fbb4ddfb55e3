import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'

/** The way to the bank's own file. */
export function ImportButton() {
  return (
    <Button
      component={Link}
      to="/app/banktransactions/import"
      leftSection={<IconUpload size={15} aria-hidden />}
    >
      Import a statement
    </Button>
  )
}
