import { Alert, Anchor, Button, Card, Skeleton, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { titleOf } from '#domain/access/navigation.ts'
import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import { type HeldLock, lockAdminCalls } from '#domain/operations/lock-admin-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

/** Who is working on which page, and the way to free one whose holder has gone home. */
export function Screen() {
  const { role } = useSession()
  const mayLook = atLeast(role, 'admin')
  const [freed, setFreed] = useState<HeldLock | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['datalocks'],
    queryFn: async () => (await send(lockAdminCalls.list, {})).data ?? [],
    enabled: mayLook,
    refetchInterval: 30_000,
    staleTime: 0,
  })
  return (
    <Page title="Locks" summary={data ? `${plural(data.length, 'page')} held` : ' '}>
      {!mayLook && <Alert color="gray">Only an admin looks after locks.</Alert>}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {mayLook && !data && !error && <Skeleton height={200} radius="lg" />}
      {data?.length === 0 && (
        <NothingHere
          title="Nobody holds a page."
          description="A page is held while somebody edits it, and is free minutes after they leave."
        />
      )}
      {data && data.length > 0 && (
        <Card withBorder p={0}>
          <PlainTable
            label="Locks"
            columns={columnsFor(setFreed)}
            rows={data}
            keyOf={(row) => row.object_path}
          />
        </Card>
      )}
      {freed && (
        <ReleaseDialog lock={freed} onClose={() => setFreed(null)} onDone={() => void refetch()} />
      )}
    </Page>
  )
}

const nameOf = ({ object_path }: HeldLock) => {
  const [path = '', id] = object_path.split('?id=')
  return id ? `${titleOf(path)} ${id}` : titleOf(path)
}

function columnsFor(onFree: (lock: HeldLock) => void): Column<HeldLock>[] {
  return [
    {
      heading: 'Page',
      isRowHeading: true,
      cell: (row) => (
        <Anchor component={Link} to={row.object_path}>
          {nameOf(row)}
        </Anchor>
      ),
    },
    { heading: 'Held by', cell: (row) => row.holder },
    { heading: 'Since', cell: (row) => formatStamp(row.since) },
    { heading: 'Last heard of', cell: (row) => formatStamp(row.renewed_at) },
    {
      heading: 'Release',
      isHeadingHidden: true,
      cell: (row) => (
        <Button
          variant="default"
          size="xs"
          aria-label={`Release: ${nameOf(row)}`}
          onClick={() => onFree(row)}
        >
          Release
        </Button>
      ),
    },
  ]
}

interface DialogProps {
  lock: HeldLock
  onClose: () => void
  onDone: () => void
}

function ReleaseDialog({ lock, onClose, onDone }: DialogProps) {
  const [reason, setReason] = useState('')
  const submit = useSubmit(async (key) => {
    const { object_path } = lock
    const { message } = await send(lockAdminCalls.release, { object_path, reason }, { key })
    toast(message)
    onClose()
    onDone()
  })
  return (
    <DialogForm isOpen title={nameOf(lock)} button="Release" submit={submit} onClose={onClose}>
      <Text size="sm">
        {`${lock.holder} is told at once, and can still save where nobody else has.`}
      </Text>
      <Textarea
        label="Reason"
        description="Kept in the security log."
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
