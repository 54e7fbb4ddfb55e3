import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconReplace, IconTable, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { meter } from '#domain/meters/meter.ts'
import { removeRows } from '#web/kit/remove-rows.ts'
import { useSession } from '#web/kit/session.ts'
import type { Meter } from './meter-queries.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

/** What can be done with a meter, the likeliest last and filled. */
export function MeterActions({ row }: { row: Meter }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [isReplacing, setIsReplacing] = useState(false)
  const isOver = Boolean(row.deleted_at) || Boolean(row.date_removed)
  async function remove() {
    if (await removeRows(meter, [row.id], `Meter ${row.meter_number}`)) void navigate('/app/meters')
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/app/meterreadings?where=meter_id.eq:${row.id}`}
            leftSection={<IconTable size={16} aria-hidden />}
          >
            Readings as a list
          </Menu.Item>
          {atLeast(role, meter.access.remove) && !row.deleted_at && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={remove}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
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
      {isReplacing && <ReplaceDialog meter={row} onClose={() => setIsReplacing(false)} />}
    </>
  )
}
