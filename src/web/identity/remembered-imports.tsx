import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { atLeast } from '#domain/access/role.ts'
import { importColumnsCalls, type RememberedColumns } from '#domain/kit/import/import-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { SettingLine } from './setting-row.tsx'
import { isSought } from './setting-search.ts'

const kinds: Record<string, string> = {
  readingimport: 'Files of readings',
  billimport: 'Suppliers’ bills',
  rateimport: 'Files of rates',
  bankimport: 'Bank statements',
}
const queryKey = ['importcolumns', 'remembered']

const allWords = 'Imports remembered columns of files'

/** What was said of files; undefined until it is there. */
export const useRemembered = () =>
  useQuery({
    queryKey,
    queryFn: async () => (await send(importColumnsCalls.list, {})).data ?? [],
    staleTime: 0,
  })

/** Files whose columns somebody has said: what was said, and the way to forget it. */
export function RememberedImports({ sought }: { sought: string }) {
  const { data, error, refetch } = useRemembered()
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data?.length === 0 && sought === '')
    return (
      <Text component="li" size="sm" c="dimmed">
        Nobody has said the columns of a file yet; each file so far was known by its headings.
      </Text>
    )
  return (data ?? [])
    .filter((one) => isRememberedSought(sought, one))
    .map((one) => <RememberedRow key={`${one.kind} ${one.heading}`} remembered={one} />)
}

export function isRememberedSought(sought: string, { kind, heading }: RememberedColumns): boolean {
  return isSought(sought, allWords, kinds[kind] ?? kind, heading)
}

/** What was said: each field with the heading of its column. */
function saidOf({ heading, mapping }: RememberedColumns): string {
  const headings = heading.split('|')
  return Object.entries(mapping)
    .map(([field, column]) => `${humanise(field)} is “${headings[column ?? -1] ?? column}”`)
    .join(', ')
}

function RememberedRow({ remembered }: { remembered: RememberedColumns }) {
  const { kind, heading, used_at } = remembered
  const { role } = useSession()
  const forget = useSubmit(async (key) => {
    toast((await send(importColumnsCalls.forget, { kind, heading }, { key })).message ?? '')
    await queryClient.invalidateQueries({ queryKey: ['importcolumns'] })
  })
  const label = `${kinds[kind] ?? humanise(kind)} with ${heading.replaceAll('|', ', ')}`
  const when = `Said or used last ${formatStamp(used_at)}.`
  return (
    <SettingLine label={label} help={forget.problem ?? `${saidOf(remembered)}. ${when}`}>
      {atLeast(role, 'manager') && (
        <Button
          variant="subtle"
          loading={forget.isBusy}
          aria-label={`Forget: ${label}`}
          onClick={() => forget.onSubmit()}
        >
          Forget
        </Button>
      )}
    </SettingLine>
  )
}
