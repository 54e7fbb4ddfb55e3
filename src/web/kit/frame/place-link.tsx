import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

interface Props {
  of: 'customers' | 'meters'
  row: { id: number; location_source?: unknown }
}

const words: Record<string, string> = {
  address: 'Show on the map',
  town: 'Show on the map (its town)',
  manual: 'Show on the map (put by hand)',
}

/** The way to where something is; or to putting it there. */
export function PlaceLink({ of, row }: Props) {
  return (
    <Anchor
      component={Link}
      to={`/app/map?of=${of}&place=${of}:${row.id}`}
      size="sm"
      underline="always"
    >
      {words[String(row.location_source)] ?? 'Put on the map'}
    </Anchor>
  )
}
