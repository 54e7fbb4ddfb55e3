import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Enquiry, enquiry } from '#domain/operations/enquiry.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { AboutRecord } from '#web/tasks/about-record.tsx'
import { newProposalPath } from './enquiries-panel.tsx'

/** An enquiry with its tasks; one of a customer leads on to a proposal. */
export function Screen() {
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const start = useMemo(() => (customer_id ? { customer_id } : {}), [customer_id])
  return (
    <EditScreen
      key={customer_id}
      entity={enquiry}
      start={start}
      actions={(row) => {
        // The screen's entity says what the row is.
        const asked = row as unknown as Enquiry
        if (!asked.customer_id || asked.deleted_at) return null
        return (
          <Button component={Link} to={newProposalPath(asked)} variant="default">
            New proposal
          </Button>
        )
      }}
      below={(row) => <AboutRecord entity={enquiry} row={row} />}
    />
  )
}
