import { Anchor, Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney } from '#domain/kit/money.ts'
import type { MapPoint } from '#domain/map/map-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { sourceWords } from './map-words.ts'

interface Props {
  point: MapPoint
  onMove: () => void
  onClose: () => void
}

/** The one that was pointed at. */
export function PointCard({ point, onMove, onClose }: Props) {
  const options = useOptions()
  const { customer_status, overdue, is_overdue } = point
  return (
    <Paper component="section" aria-labelledby="map-point">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} id="map-point">
          <Anchor component={Link} to={`/app/customer/details?id=${point.customer_id}`} inherit>
            {point.name}
          </Anchor>
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
      <Group gap="xs" my="xs">
        {customer_status && (
          <StatusChip
            value={customer_status}
            label={options.labelOf('customer_status', customer_status)}
          />
        )}
        {is_overdue && <StatusChip value="overdue" label="Overdue" />}
        {point.required_for_medical && <StatusChip value="medium" label="Medical" />}
      </Group>
      <Text size="sm" c="dimmed">
        {sourceWords[point.location_source]}
        {overdue !== null && is_overdue && ` · $${formatMoney(overdue)} overdue`}
      </Text>
      <Button variant="default" mt="sm" onClick={onMove}>
        Move it
      </Button>
    </Paper>
  )
}
