import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import type { MapKind, MapPoints, MapStart } from '#domain/map/map-calls.ts'
import { areaAddress } from './area-actions.tsx'

interface Props {
  start: MapStart
  of: MapKind
  found: MapPoints | undefined
}

const nouns: Record<MapKind, string> = { customers: 'customer', meters: 'connection' }

/** How many are in sight, and how many are on no map at all. */
export function MapSummary({ start, of, found }: Props) {
  const { nowhere } = start.located[of]
  return (
    <>
      {found ? `${plural(found.total, nouns[of])} in sight` : ' '}
      {nowhere > 0 && (
        <>
          {' · '}
          <Anchor
            component={Link}
            to={areaAddress({ of, nowhere: 'true' })}
            underline="always"
            inherit
          >
            {nowhere.toLocaleString('en-NZ')} not on the map
          </Anchor>
        </>
      )}
    </>
  )
}
