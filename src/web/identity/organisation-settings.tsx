import { Alert, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { type ReactNode, useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { chosenFrom } from './chosen-setting.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { SettingList } from './setting-list.tsx'
import { SettingLook } from './setting-look.tsx'

interface Props {
  /** What waits for somebody. */
  above: ReactNode
}

/** How the organisation bills, reminds and guards: what holds, and what the standard is. */
export function SettingsScreen({ above }: Props) {
  const { data, isPending, error, refetch } = useQuery(organisationConfigsQuery)
  const { role } = useSession()
  const mayChange = atLeast(role, 'admin')
  const [opened, setOpened] = useState<SettingName | null>(null)
  const [sought, setSought] = useQueryState('q', parseAsString.withDefault(''))
  const chosen = chosenFrom(data ?? [])
  const changed = chosen.filter(({ stored }) => stored !== null).length
  const open = chosen.find(({ name }) => name === opened)
  const Opened = mayChange ? SettingDialog : SettingLook
  return (
    <Page
      title="Settings"
      summary={isPending ? '' : `${changed} of ${chosen.length} differ from the standard`}
    >
      <Stack gap="md">
        {above}
        {!mayChange && <Alert color="gray">Only an admin can change settings.</Alert>}
        <TextInput
          type="search"
          aria-label="Search the settings"
          placeholder="Late fee, GST, quiet hours…"
          maw={360}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={sought}
          onChange={(event) => void setSought(event.currentTarget.value || null)}
        />
        {isPending && <Skeleton height={400} radius="lg" />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data && (
          <SettingList sought={sought} chosen={chosen} mayChange={mayChange} onOpen={setOpened} />
        )}
      </Stack>
      {open && <Opened chosen={open} onClose={() => setOpened(null)} />}
    </Page>
  )
}
