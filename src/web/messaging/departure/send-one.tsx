import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import {
  type DepartureAction,
  departureWords,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import {
  type DepartureOptions,
  departureCalls,
} from '#domain/messaging/departure/departure-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { RevealContext } from '#web/kit/form/reveal.ts'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useCloserLook, useLeaving } from './departure-queries.ts'
import { hideTold, showHeld } from './held-notice.tsx'
import classes from './last-look.module.css'
import { LookShown } from './look-pane.tsx'
import { fits, type Reader, ReaderField, readerOptions } from './reader-field.tsx'
import { Refused } from './refused.tsx'

const PAUSE_MS = 400

/** What is wrong with a field, by the look or by the sending. */
export type ErrorOf = (field: string) => string | undefined

interface Props {
  action: DepartureAction
  id: number
  title: string
  /** Left out where it goes where such things go, and nowhere else. */
  reader?: Reader
  /** What is chosen of it besides. */
  options?: DepartureOptions
  intro?: ReactNode
  children?: (errorOf: ErrorOf) => ReactNode
  onClose: () => void
}

/** One thing that is about to leave: to whom, in what words and with what page, before it does. */
export function SendOne(props: Props) {
  useEffect(hideTold, [])
  return (
    <Dialog isOpen onClose={props.onClose} title={props.title} size={1080} isKept>
      <Leaving {...props} />
    </Dialog>
  )
}

function Leaving(props: Props) {
  const { action, id, title, reader, options = {}, intro, children, onClose } = props
  const [to, setTo] = useState(reader?.given ?? '')
  const address = to.trim()
  const isFit = fits(address, reader)
  const asked = useSettled({ ...options, ...readerOptions(address, reader) })
  const looking = { action, ids: isFit ? [id] : [], options: asked.settled }
  const { data, error, isFetching, isPlaceholderData, refetch } = useCloserLook(looking)
  // What is not whole yet is not asked about: what was read before stays, out of force.
  const look = data?.[0]
  const isCurrent = isFit && asked.isSettled && !isPlaceholderData && !isFetching
  const row = useLeaving({ action, ids: [id], options: {} }).data?.rows[0]
  const usual = row?.recipients.join(', ') ?? ''
  const reveal = useContext(RevealContext)
  const submit = useSubmit(
    async (key) => {
      const rows = [{ id, ...(look?.seen ? { seen: look.seen } : {}) }]
      const body = { action, rows, options: asked.settled }
      try {
        const answer = await reveal(() => send(departureCalls.hold, body, { key }))
        if (!answer) return
        showHeld(answer.data)
        onClose()
      } catch (cause) {
        // It may be another by now than the one that is shown.
        void refetch()
        throw cause
      }
    },
    { isMoney: true },
  )
  const errorOf: ErrorOf = (field) => submit.errorOf(field) ?? errorIn(error, field)
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <div className={classes.one}>
        <Stack gap="sm">
          {row && <Whom {...row} title={title} />}
          {intro}
          {reader && (
            <ReaderField {...{ reader, usual, to }} error={errorOf('email')} onChange={setTo} />
          )}
          {children?.(errorOf)}
        </Stack>
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {!error && isFit && !data && (
          <Skeleton height={320} role="status" aria-label="Looking closely" />
        )}
        {!error && data?.length === 0 && <Closed onOpen={() => void refetch()} />}
        {!error && look && <LookShown look={look} isBusy={!isCurrent} />}
      </div>
      <div className={classes.foot}>
        <Refused submit={submit} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            {...(reader ? {} : { 'data-autofocus': true })}
            onClick={onClose}
          >
            Cancel
          </Button>
          <SubmitButton submit={submit} disabled={!look || look.problem !== null || !isCurrent}>
            {departureWords[action].verb}
          </SubmitButton>
        </Group>
      </div>
    </form>
  )
}

/** What was chosen, once nobody types any more: each letter would ask for a look of its own. */
function useSettled(options: DepartureOptions) {
  const now = JSON.stringify(options)
  const [then] = useDebouncedValue(now, PAUSE_MS)
  // It is text that was written two lines above.
  return { settled: JSON.parse(then) as DepartureOptions, isSettled: then === now }
}

function errorIn(error: unknown, field: string): string | undefined {
  if (!isApiProblem(error)) return undefined
  return error.errors.find((one) => one.field === field)?.message
}

/** Whose it is, and what, where the title does not say it. */
function Whom({ party, name, title }: LeavingRow & { title: string }) {
  return (
    <div>
      <Text fw={600}>{party}</Text>
      {name !== party && name !== title && (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
    </div>
  )
}

/** Whoever gave up before the guard code may go on. */
function Closed({ onOpen }: { onOpen: () => void }) {
  return (
    <Alert color="amber">
      <Text size="sm" mb="xs">
        It is shown after the guard code.
      </Text>
      <Button size="xs" variant="default" onClick={onOpen}>
        Enter the guard code
      </Button>
    </Alert>
  )
}
