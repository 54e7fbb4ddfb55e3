import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { PublicPage } from '#web/kit/frame/public-page.tsx'

interface Props {
  title: string
  text: string
  to: string
  label: string
}

/** A page that says that something worked, and where to go from here. */
export function Thanks({ title, text, to, label }: Props) {
  return (
    <PublicPage title={title} summary={text}>
      <Group>
        <Button component={Link} to={to}>
          {label}
        </Button>
      </Group>
    </PublicPage>
  )
}
