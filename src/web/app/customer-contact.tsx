import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import type { CustomerStanding } from '#domain/reports/customer-standing-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { GlanceCard, GlanceFacts } from '#web/kit/frame/glance.tsx'
import { PlaceLink } from '#web/kit/frame/place-link.tsx'
import { cellOf } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'
import { contactWords } from './customer-standing.ts'

interface Props {
  row: EditRow
  titles: Titles
  standing: CustomerStanding | undefined
}

/** When we last spoke, how they are reached, and what is still to be done for them. */
export function CustomerContact({ row, titles, standing }: Props) {
  const options = useOptions()
  const fact = (name: string) =>
    row[name] ? cellOf(customer, name, row[name], { titles, options }) : null
  const place = [row.street, row.suburb, row.city].filter(Boolean).join(', ')
  return (
    <GlanceCard title="Contact" isPending={!standing}>
      <GlanceFacts
        facts={[
          ['Last contact', <LastOne key="last" standing={standing} />],
          ['Phone', fact('phone') ?? fact('phone_mobile')],
          ['Mobile', row.phone ? fact('phone_mobile') : null],
          ['Email', fact('email')],
          [
            'Address',
            place && (
              <>
                {place} <PlaceLink of="customers" row={row} />
              </>
            ),
          ],
          [
            'Tasks',
            standing && standing.open_tasks > 0 && <Tasks id={row.id} standing={standing} />,
          ],
        ]}
      />
    </GlanceCard>
  )
}

function LastOne({ standing }: Pick<Props, 'standing'>) {
  const last = standing?.last_contact
  if (!last) return 'None yet'
  const words = last.words ?? ''
  return (
    <>
      {formatDayShort(dayShown(last.at))}, {formatTime(last.at)}
      <Text size="xs" c="dimmed" lineClamp={2}>
        {contactWords(last)}
        {words && ` – ${words}`}
      </Text>
    </>
  )
}

function Tasks({ id, standing }: { id: number; standing: CustomerStanding }) {
  const { open_tasks, overdue_tasks } = standing
  return (
    <Anchor component={Link} to={`?id=${id}&tab=tasks`} size="sm">
      {plural(open_tasks, 'open task')}
      {overdue_tasks > 0 && `, ${overdue_tasks} overdue`}
    </Anchor>
  )
}
