import { Button, SimpleGrid } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { statementCalls } from '#domain/books/statement-calls.ts'
import { openDocument } from '#web/invoices/open-document.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { today } from '#web/kit/frame/today.ts'
import { SendOne } from '#web/messaging/departure/send-one.tsx'

interface Props {
  customer_id: number
  onClose: () => void
}

// As long as a statement is that names no days.
const firstDay = () => Temporal.PlainDate.from(today()).subtract({ months: 3 }).toString()

/** A customer's statement of account: of which days, looked at with its mail, and sent. */
export function StatementDialog({ customer_id, onClose }: Props) {
  const [from, setFrom] = useState(firstDay)
  const [until, setUntil] = useState(today)
  const days = { ...(from ? { from } : {}), ...(until ? { until } : {}) }
  return (
    <SendOne
      action="customer_statement"
      id={customer_id}
      title="Statement of account"
      reader={{
        label: 'Mail it to',
        description: 'Left empty, it goes where the customer’s invoices go.',
        isOptional: true,
      }}
      options={days}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DayInput
              label="From"
              required
              value={from}
              error={errorOf('from')}
              onChange={(day) => setFrom(day ?? '')}
            />
            <DayInput
              label="To"
              required
              value={until}
              error={errorOf('to')}
              onChange={(day) => setUntil(day ?? '')}
            />
          </SimpleGrid>
          <div>
            <Button
              variant="default"
              leftSection={<IconFileText size={15} aria-hidden />}
              onClick={() =>
                void openDocument(statementCalls.read, { id: customer_id, from, to: until })
              }
            >
              Look at the PDF
            </Button>
          </div>
        </>
      )}
    </SendOne>
  )
}
