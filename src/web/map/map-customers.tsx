import { Anchor, Text } from '@mantine/core'
import { parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { readBox } from '#domain/map/box.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { listedAudience, WriteToThese } from '#web/messaging/bulk/write-to-these.tsx'
import { wordsOfFilter } from './map-words.ts'

const PATH = 'customers/map'

/** The customers of an area of the map, of a layer of it, or who are not on it. */
export function Screen() {
  const options = useOptions()
  const [{ box, filter, of, nowhere }] = useQueryStates({
    box: parseAsString.withDefault(''),
    filter: parseAsString.withDefault(''),
    of: parseAsString.withDefault(''),
    nowhere: parseAsString.withDefault(''),
  })
  const source = useMemo(() => {
    const asked = Object.entries({ box, filter, of, nowhere }).filter(([, value]) => value)
    const none = 'Nobody is there.'
    return { path: `/${PATH}`, params: Object.fromEntries(asked), none, hasCsv: true }
  }, [box, filter, of, nowhere])
  const isNowhere = nowhere === 'true'
  const words = [
    ...(isNowhere ? ['whose address is not found'] : []),
    ...(readBox(box) ? ['in the area'] : []),
    ...(filter ? [wordsOfFilter(filter, options)] : []),
    ...(of === 'meters' ? ['by their connections'] : []),
  ]
  return (
    <ListScreen
      entity={customer}
      title={isNowhere ? 'Not on the map' : 'Customers on the map'}
      source={source}
      isReadOnly
      bulk={{ write_to_customers: (ids) => <WriteToThese audience={{ ids }} /> }}
      bulkOfAll={(params) => <WriteToThese audience={listedAudience(PATH, params)} />}
      summary={() => ` ${words.join(', ')}`}
      tabs={
        <Text size="sm" mb="sm">
          <Anchor component={Link} to={mapAddress(box, filter)} underline="always" inherit>
            Back to the map
          </Anchor>
          {isNowhere && ' · open a customer to put it there by hand, or complete its address'}
        </Text>
      }
    />
  )
}

function mapAddress(box: string, filter: string): string {
  const asked = new URLSearchParams({ ...(box && { area: box }), ...(filter && { filter }) })
  return `/app/map?${asked}`
}
