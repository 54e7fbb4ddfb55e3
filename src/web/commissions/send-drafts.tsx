import { Alert, Button, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import {
  commissionstatementCalls,
  type RunResult,
} from '#domain/commissions/commissionstatement-calls.ts'
import { cents, formatMoney, sumCents } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { BulkResults } from '#web/kit/list/bulk-results.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetStatements, statementsQuery } from './statement-query.ts'

interface Props {
  ids: number[]
  isMain?: boolean
  onDone: () => void
}

/** Sends the chosen drafts, each by itself, and says what became of every partner. */
export function SendDrafts({ ids, isMain = false, onDone }: Props) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [results, setResults] = useState<readonly RunResult[] | null>(null)
  const variant = isMain ? 'filled' : 'default'
  if (!atLeast(role, 'manager'))
    return (
      <Tooltip label="Needs the role manager." events={{ hover: true, focus: true, touch: true }}>
        <Button variant={variant} data-disabled aria-disabled onClick={(e) => e.preventDefault()}>
          Send drafts
        </Button>
      </Tooltip>
    )
  function close() {
    setResults(null)
    onDone()
  }
  return (
    <>
      <Button
        variant={variant}
        disabled={ids.length === 0}
        leftSection={<IconSend size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Send drafts
      </Button>
      {isOpen && (
        <SendDialog
          ids={ids}
          onClose={() => setIsOpen(false)}
          onSent={(sent) => {
            setIsOpen(false)
            setResults(sent)
          }}
        />
      )}
      <Dialog isOpen={results !== null} onClose={close} title="What became of each">
        {results && (
          <BulkResults
            verb="send"
            entity={commissionstatement}
            results={results.map((one) => ({ ...one, name: nameOf(one) }))}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  )
}

const nameOf = ({ partner, statement_number, to_pay }: RunResult) =>
  statement_number ? `${partner}, ${statement_number}, ${formatMoney(to_pay)} to pay` : partner

interface DialogProps {
  ids: number[]
  onClose: () => void
  onSent: (results: readonly RunResult[]) => void
}

function SendDialog({ ids, onClose, onSent }: DialogProps) {
  const asked = { 'id.in': ids.join(','), limit: 500 }
  const { data, error, refetch } = useQuery(statementsQuery(asked))
  const drafts = data?.rows.filter((row) => row.statement_status === 'draft') ?? []
  const left = (data?.rows.length ?? 0) - drafts.length
  const submit = useSubmit(async (key) => {
    try {
      const body = { ids: drafts.map(({ id }) => id) }
      onSent((await send(commissionstatementCalls.sendMany, body, { key })).data)
    } finally {
      void forgetStatements()
    }
  })
  const sumOf = (name: 'total' | 'to_pay') =>
    `$${formatMoney(sumCents(drafts.map((row) => cents(row[name]))))}`
  return (
    <DialogForm
      isOpen
      title="Send the drafts?"
      button={`Send ${drafts.length}`}
      isDisabled={drafts.length === 0}
      submit={submit}
      onClose={onClose}
    >
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data && (
        <Text size="sm">
          {plural(drafts.length, 'statement')} of {sumOf('total')} with GST;{' '}
          <strong>{sumOf('to_pay')}</strong> to pay. Each gets its number and goes to its partner;
          one that can’t be sent says why and keeps nobody else’s back.
        </Text>
      )}
      {left > 0 && (
        <Alert color="amber" role="status">
          {plural(left, 'statement')} left out: sent already, or cancelled.
        </Alert>
      )}
    </DialogForm>
  )
}
