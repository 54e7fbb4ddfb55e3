import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { ReasonForm } from '#web/directdebit/reason-form.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

/** Says why nothing is collected, and lets a manager who has looked go on. */
export function FrozenBanner({ row }: { row: EditRow }) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { debits_frozen_date: since, debits_frozen_reason: why } = row
  if (!since) return null
  return (
    <Alert color="red" role="status" title="Direct debits are stopped">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 260px' }}>
          Since {formatDayShort(String(since))}: {String(why)}. Nothing is collected until a manager
          has looked.
        </Text>
        {atLeast(role, 'manager') && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Resume debits
          </Button>
        )}
      </Group>
      {isOpen && (
        <ReasonForm
          title="Resume direct debits?"
          text="Debits of this customer are planned again, the next with the next invoice."
          button="Resume debits"
          run={(reason, key) =>
            send(directdebitCalls.resume, { customer_id: row.id, reason }, { key })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </Alert>
  )
}
