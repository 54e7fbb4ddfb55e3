import { Stack } from '@mantine/core'
import { type DdEvent, ddevent } from '#domain/directdebit/ddevent.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'

const told = [
  'happened_at',
  'resource_type',
  'action',
  'cause',
  'origin',
  'description',
  'will_attempt_retry',
  'event_id',
]
const made = ['message', 'customer_id', 'invoicepayment_id', 'payout_id']

/** One thing that the provider said happened, and what we made of it. */
export function Screen() {
  return (
    <RecordScreen entity={ddevent} title="Direct debit event">
      {(answer) => <Details answer={answer} />}
    </RecordScreen>
  )
}

function Details({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & DdEvent
  const titles = answer.info.titles ?? {}
  const title = `${humanise(row.resource_type)} ${row.action.replaceAll('_', ' ')}`
  const shared = { entity: ddevent, row, titles, isBrief: true }
  return (
    <Page
      title={title}
      summary={formatStamp(row.happened_at)}
      crumbs={<Crumbs path={[['Direct debits', '/app/directdebits?tab=events']]} here={title} />}
      chips={<StatusChip value={row.event_status} label={row.event_status} />}
    >
      <Stack gap="md">
        <Facts {...shared} names={told} heading="What the provider said" />
        <Facts {...shared} names={made} heading="What became of it" />
      </Stack>
    </Page>
  )
}
