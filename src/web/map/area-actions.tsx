import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Link } from 'react-router'
import { listedAudience, WriteToThese } from '#web/messaging/bulk/write-to-these.tsx'
import type { AskedArea } from './map-queries.ts'

/** The address of the list of an area, a layer, or of who is not on the map. */
export function areaAddress(params: Record<string, string>): string {
  const asked = Object.entries(params).filter(([, value]) => value !== '')
  return `/app/map/customers?${new URLSearchParams(asked)}`
}

/** What is done with everybody who is shown. */
export function AreaActions({ asked }: { asked: AskedArea }) {
  const { box, filter, of } = asked
  const params = { box, filter, ...(of === 'meters' ? { of } : {}) }
  return (
    <>
      <Button
        component={Link}
        to={areaAddress(params)}
        variant="default"
        leftSection={<IconListDetails size={15} aria-hidden />}
      >
        Open as a list
      </Button>
      <WriteToThese audience={listedAudience('customers/map', params)} />
    </>
  )
}
