import { Button, Menu } from '@mantine/core'
import { IconArrowsExchange, IconPencil, IconReplace, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { meter } from '#domain/meters/meter.ts'
import { MoreMenu, RemoveItem } from '#web/kit/frame/more-menu.tsx'
import type { Meter } from './meter-queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** What can be done with a meter, the likeliest last and filled. */
export function MeterActions({ row }: { row: Meter }) {
  const [isReplacing, setIsReplacing] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const isOver = Boolean(row.deleted_at) || Boolean(row.date_removed)
  return (
    <>
      <MoreMenu>
        <Menu.Item
          component={Link}
          to={`/app/meterreadings?where=meter_id.eq:${row.id}`}
          leftSection={<IconTable size={16} aria-hidden />}
        >
          Readings as a list
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          disabled={isOver}
          onClick={() => setIsMoving(true)}
        >
          Move to another customer…
        </Menu.Item>
        <RemoveItem entity={meter} row={row} title={`Meter ${row.meter_number}`} />
      </MoreMenu>
      <Button
        variant="default"
        leftSection={<IconReplace size={15} aria-hidden />}
        disabled={isOver}
        onClick={() => setIsReplacing(true)}
      >
        Replace meter
      </Button>
      <Button
        component={Link}
        to={`/app/meter/edit?id=${row.id}`}
        variant="default"
        leftSection={<IconPencil size={15} aria-hidden />}
        disabled={Boolean(row.deleted_at)}
      >
        Edit
      </Button>
      <Button
        component={Link}
        to={`/app/meterreading/new?meter_id=${row.id}`}
        disabled={Boolean(row.deleted_at)}
      >
        Enter reading
      </Button>
      {isMoving && <MoveDialog row={row} onClose={() => setIsMoving(false)} />}
      {isReplacing && <ReplaceDialog meter={row} onClose={() => setIsReplacing(false)} />}
    </>
  )
}
