import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { filterParams, readFilters } from '#web/kit/filters.ts'
import { Page } from '#web/kit/page.tsx'
import type { SavedView } from '#web/kit/saved-views.ts'
import { useSavedViews } from '#web/kit/saved-views.ts'
import { countQuery } from '#web/kit/use-list.ts'
import { customerViews } from './customer-views.ts'

/** Lists of customers by question: each number opens the customers it counts. */
export function Screen() {
  const { views } = useSavedViews('customers')
  const all = [{ name: 'All customers', search: '' }, ...customerViews, ...views]
  return (
    <Page title="Customer lists" summary="Each number opens the customers it counts">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {all.map((view) => (
          <ListCard key={view.name} view={view} />
        ))}
      </SimpleGrid>
    </Page>
  )
}

function ListCard({ view }: { view: SavedView }) {
  const params = new URLSearchParams(view.search)
  const filters = filterParams(readFilters(params.get('where') ?? ''))
  const q = params.get('q')
  const { data } = useQuery(countQuery('customers', { ...filters, ...(q ? { q } : {}) }))
  return (
    <Paper>
      <Text size="sm" fw={600}>
        {view.name}
      </Text>
      {data === undefined ? (
        <Skeleton height={36} width={70} my={4} />
      ) : (
        <Text fz={28} fw={700}>
          {data.toLocaleString('en-NZ')}
        </Text>
      )}
      <Anchor component={Link} to={`/app/customers${view.search}`} size="sm">
        Open the list
      </Anchor>
    </Paper>
  )
}
