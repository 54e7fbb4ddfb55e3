import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EntranceCard } from './card.tsx'

interface Props {
  title: string
  text: string
  to: string
  label: string
}

/** A page that says that something worked, and where to go from here. */
export function Thanks({ title, text, to, label }: Props) {
  return (
    <EntranceCard title={title} text={text}>
      <Button component={Link} to={to}>
        {label}
      </Button>
    </EntranceCard>
  )
}
