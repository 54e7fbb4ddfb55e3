import {
  ActionIcon,
  Anchor,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Customer } from '#domain/customers/customer.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Place } from '#domain/map/place.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { areaAddress } from './area-actions.tsx'
import classes from './map.module.css'
import { type AskedArea, customersQuery } from './map-queries.ts'
import { wordsOfFilter } from './map-words.ts'

interface Props {
  asked: AskedArea
  isArea: boolean
  onGo: (place: Place) => void
}

/** Everybody the map shows, in words: who cannot see or point reads and goes from here. */
export function MapList({ asked, isArea, onGo }: Props) {
  const options = useOptions()
  const { data, error, refetch } = useQuery(customersQuery(asked))
  const total = data?.info.total ?? 0
  const rows = data?.data ?? []
  const whom = wordsOfFilter(asked.filter, options)
  return (
    <Paper component="section" aria-labelledby="map-list" className={classes.list ?? ''}>
      <Title order={2} id="map-list">
        {isArea ? 'In the area' : 'In sight'}
      </Title>
      <Text size="xs" c="dimmed" mb="xs" aria-live="polite">
        {data ? `${plural(total, 'customer')} ${whom}`.trim() : ' '}
      </Text>
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && total === 0 && (
        <Text size="sm" c="dimmed">
          Nobody is here. Move the map, or show somebody else.
        </Text>
      )}
      <Stack component="ul" gap={0} className={classes.rows ?? ''}>
        {rows.map((row) => (
          <Row key={row.id} row={row} onGo={onGo} />
        ))}
      </Stack>
      {total > rows.length && rows.length > 0 && (
        <Anchor
          component={Link}
          size="sm"
          to={areaAddress({ ...asked, of: asked.of === 'meters' ? 'meters' : '' })}
        >
          All {total.toLocaleString('en-NZ')} as a list
        </Anchor>
      )}
    </Paper>
  )
}

function Row({ row, onGo }: { row: Customer; onGo: (place: Place) => void }) {
  const { latitude, longitude } = row
  const address = [row.street, row.suburb, row.city].filter(Boolean).join(', ')
  const isTown = row.location_source === 'town'
  return (
    <Group
      component="li"
      wrap="nowrap"
      justify="space-between"
      gap="xs"
      className={classes.row ?? ''}
    >
      <div className={classes.words}>
        <Anchor component={Link} to={`/app/customer/details?id=${row.id}`} size="sm" fw={500}>
          {row.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {address}
          {isTown && ' · town only'}
        </Text>
      </div>
      {latitude !== null && longitude !== null && (
        <Tooltip label="Show on the map">
          <ActionIcon
            variant="subtle"
            aria-label={`Show ${row.name} on the map`}
            onClick={() => onGo({ latitude: Number(latitude), longitude: Number(longitude) })}
          >
            <IconMapPin size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
