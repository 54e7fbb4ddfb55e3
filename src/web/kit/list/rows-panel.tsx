import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity, Row } from '#domain/kit/entity.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

interface Props<E extends Entity> {
  entity: E
  customer_id: number
  /** The way to a new one; none where the customer is archived. */
  add: { label: string; to: string; isMain?: boolean } | null
  /** What is said where there are none. */
  nothing: string
  children: (rows: readonly Row<E>[]) => ReactNode
}

/** The rows of another kind that belong to a customer, and the way to a new one. */
export function RowsPanel<E extends Entity>({
  entity,
  customer_id,
  add,
  nothing,
  children,
}: Props<E>) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [entity.plural, 'of customer', customer_id],
    queryFn: async ({ signal }) => {
      const params = { customer_id, limit: 100 }
      return (await send(listCall<E>(entity), params, { signal })).data ?? []
    },
    staleTime: 0,
  })
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{entity.labelPlural}</Title>
        {add && (
          <Button
            component={Link}
            to={add.to}
            variant={add.isMain ? 'filled' : 'default'}
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            {add.label}
          </Button>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      {data && data.length > 0 && children(data)}
    </Paper>
  )
}
