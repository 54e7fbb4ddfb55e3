import { Button, Group, Menu } from '@mantine/core'
import {
  IconCash,
  IconChecklist,
  IconFileText,
  IconMail,
  IconNote,
  IconPencil,
  IconReceipt,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { MoreMenu, RemoveItem } from '#web/kit/frame/more-menu.tsx'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { type ShownKeys, useShownKeys } from '#web/kit/frame/shown-keys.ts'
import { useWriteDown } from '#web/tasks/write-down.tsx'
import { StatementDialog } from './statement-dialog.tsx'

interface Props {
  row: EditRow
  name: string
  mayRecord: boolean
  /** The oldest invoice that is open, for whoever is asked about it. */
  oldest: string | undefined
  /** In their order; the number keys lead to them. */
  tabs: readonly string[]
}

const always: ShownKeys = [
  [['m'], 'Message to this customer'],
  [['i'], 'New invoice for this customer'],
  [['n'], 'New note about this customer'],
  [['t'], 'New task about this customer'],
  [['o'], 'Open the oldest open invoice'],
  [['e'], 'Edit this customer'],
  [['1', '…', '7'], 'The tabs, from the left'],
]
const withPayment: ShownKeys = [[['p'], 'Record a payment of this customer'], ...always]

/** What is done while somebody is on the phone, each about this customer, each one key away. */
export function CustomerActions({ row, name, mayRecord, oldest, tabs }: Props) {
  const navigate = useNavigate()
  const { write, dialogs } = useWriteDown('customer', row.id)
  const [isStatementOpen, setStatementOpen] = useState(false)
  const isArchived = Boolean(row.deleted_at)
  const to = {
    message: `/app/message/new?customer=${row.id}`,
    payment: `/app/invoicepayment?customer_id=${row.id}&from=customer`,
    invoice: `/app/invoice/new?customer_id=${row.id}`,
    edit: `/app/customer/edit?id=${row.id}`,
  }
  const go = (path: string | undefined, isThere = true) => {
    if (path && isThere) void navigate(path)
  }
  useShownKeys(mayRecord ? withPayment : always)
  useSingleKeys({
    m: () => go(to.message, !isArchived),
    p: () => go(to.payment, mayRecord),
    i: () => go(to.invoice, !isArchived),
    n: () => !isArchived && write('note'),
    e: () => go(to.edit),
    o: () => go(oldest),
    ...Object.fromEntries(
      tabs.map((tab, place) => [
        String(place + 1),
        () => void navigate(`?id=${row.id}&tab=${tab}`, { replace: true }),
      ]),
    ),
  })
  return (
    <>
      {!isArchived && (
        <SaveBar of="record">
          <Button component={Link} to={to.message} leftSection={<IconMail size={15} aria-hidden />}>
            Message
          </Button>
          {mayRecord ? (
            <Button
              component={Link}
              to={to.payment}
              variant="default"
              leftSection={<IconCash size={15} aria-hidden />}
            >
              Record payment
            </Button>
          ) : (
            <Button hiddenFrom="md" variant="default" onClick={() => write('note')}>
              Write a note
            </Button>
          )}
        </SaveBar>
      )}
      {!isArchived && (
        <Group gap="xs" visibleFrom="md">
          <Button
            component={Link}
            to={to.invoice}
            variant="default"
            leftSection={<IconReceipt size={15} aria-hidden />}
          >
            New invoice
          </Button>
          <Button
            variant="default"
            leftSection={<IconNote size={15} aria-hidden />}
            onClick={() => write('note')}
          >
            New note
          </Button>
          <Button
            variant="default"
            leftSection={<IconChecklist size={15} aria-hidden />}
            onClick={() => write('task')}
          >
            New task
          </Button>
        </Group>
      )}
      <Button
        component={Link}
        to={to.edit}
        variant="default"
        leftSection={<IconPencil size={15} aria-hidden />}
        disabled={isArchived}
      >
        Edit
      </Button>
      <MoreMenu>
        {!isArchived && (
          <>
            <Menu.Item hiddenFrom="md" component={Link} to={to.invoice}>
              New invoice
            </Menu.Item>
            <Menu.Item hiddenFrom="md" onClick={() => write('note')}>
              New note
            </Menu.Item>
            <Menu.Item hiddenFrom="md" onClick={() => write('task')}>
              New task
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => setStatementOpen(true)}
        >
          Statement
        </Menu.Item>
        <RemoveItem entity={customer} row={row} title={name} />
      </MoreMenu>
      {dialogs}
      {isStatementOpen && (
        <StatementDialog customer_id={row.id} onClose={() => setStatementOpen(false)} />
      )}
    </>
  )
}
