import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RateImport } from '#domain/contracts/rateimport.ts'
import { plural } from '#domain/kit/wording.ts'
import { send } from '#web/kit/session/send.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { sides } from './rate-side.ts'

/** What came in, and the notices to send about it. */
export function ImportedRates({ row }: { row: RateImport }) {
  const [isTelling, setIsTelling] = useState(false)
  const { side, batch } = row
  const { data: ids } = useQuery({
    queryKey: [sides[side].update.plural, 'of batch', batch],
    queryFn: ({ signal }) => updatesOf(row, signal),
  })
  if (!ids) return <Skeleton height={80} />
  return (
    <Alert
      color="petrol"
      role="status"
      icon={<IconCheck size={18} aria-hidden />}
      title={`${plural(ids.length, 'rate update')} imported`}
    >
      <Group gap="xs">
        <span>The customers have not been told by this import.</span>
        <Button onClick={() => setIsTelling(true)}>
          Send notices to {plural(ids.length, 'customer')}
        </Button>
        <Button variant="subtle" component={Link} to="/app/contracts">
          Go to Contracts
        </Button>
      </Group>
      <NoticeDialog side={side} ids={isTelling ? ids : null} onClose={() => setIsTelling(false)} />
    </Alert>
  )
}

const atOnce = 500

/** Every update of the file, page by page. */
async function updatesOf({ side, batch }: RateImport, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const params = { batch, order: 'id', limit: atOnce, offset: ids.length }
    const { data } = await send(sides[side].updates.list, params, { signal })
    const page = data ?? []
    ids.push(...page.map((update) => update.id))
    if (page.length < atOnce) return ids
  }
}
