import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core'
import {
  IconAdjustments,
  IconAlarm,
  IconListCheck,
  IconSettings,
  IconTable,
} from '@tabler/icons-react'
import { parseAsBoolean, parseAsInteger, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { daysIn } from '#domain/kit/day-number.ts'
import { plural } from '#domain/kit/wording.ts'
import { type Meter, meter } from '#domain/meters/meter.ts'
import { today } from '#web/kit/frame/today.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'
import classes from './meter-details.module.css'
import { dueSpans, meterViews } from './meter-views.ts'
import { ReadRound } from './read-round.tsx'

const cells = { next_reading_date: (row: DataRow) => <NextReading row={row} /> }

/** Every meter, with the views asked for every day; the due ones can be read in one go. */
export function Screen() {
  const [asked, ask] = useQueryStates(
    { due: parseAsInteger, round: parseAsBoolean.withDefault(false) },
    { history: 'push', shallow: false },
  )
  const { due, round } = asked
  const source = useMemo(() => {
    const none = 'No reading is due.'
    if (due === null) return null
    return { path: '/meters/due', params: { days: due }, none, hasCsv: true }
  }, [due])
  const span = due !== null && (
    <NativeSelect
      size="xs"
      aria-label="How far ahead"
      data={dueSpans}
      value={String(due)}
      onChange={(event) => void ask({ due: Number(event.currentTarget.value) })}
    />
  )
  if (due !== null && round) {
    return <ReadRound days={due} span={span} onClose={() => void ask({ round: null })} />
  }
  return (
    <ListScreen
      entity={meter}
      builtIn={meterViews}
      cells={cells}
      {...(source ? { source } : {})}
      actions={
        <>
          <Settings />
          {span}
          <Button
            component={Link}
            to="/app/meterreadings"
            variant="default"
            leftSection={<IconTable size={15} aria-hidden />}
          >
            Readings
          </Button>
          <Button
            variant="default"
            leftSection={<IconListCheck size={15} aria-hidden />}
            onClick={() => void ask({ due: due ?? 0, round: true })}
          >
            Enter readings
          </Button>
        </>
      }
    />
  )
}

/** Networks and rules have no place in the menu: they are reached from here. */
function Settings() {
  const { role } = useSession()
  if (!atLeast(role, 'admin')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Settings">
          <IconSettings size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/app/networks"
          leftSection={<IconSettings size={16} aria-hidden />}
        >
          Networks
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/app/meters/rules"
          leftSection={<IconAdjustments size={16} aria-hidden />}
        >
          Reading rules
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NextReading({ row }: { row: DataRow }) {
  // The list asks for whole rows, so the row is a meter.
  const { next_reading_date, date_removed } = row as DataRow & Meter
  if (!next_reading_date || date_removed) return date_removed ? 'Removed' : '–'
  const late = daysIn(next_reading_date, today()) - 1
  return (
    <>
      {formatDay(next_reading_date)}
      {late > 0 && (
        <IconAlarm
          size={14}
          className={classes.late}
          aria-label={`${plural(late, 'day')} overdue`}
          style={{ marginLeft: 4, verticalAlign: '-2px' }}
        />
      )}
    </>
  )
}
