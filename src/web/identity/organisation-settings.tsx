import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import {
  organisationSettings,
  type Setting,
  type SettingName,
} from '#domain/identity/organisation-settings.ts'
import { settingGroups } from '#domain/identity/setting-groups.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import { type ChosenSetting, inWords, type StoredSetting } from './chosen-setting.ts'
import classes from './organisation-settings.module.css'
import { SettingDialog } from './setting-dialog.tsx'

/** How the organisation bills, reminds and guards: what holds, and what the standard is. */
export function Screen() {
  const { data, isPending, error, refetch } = useQuery(organisationConfigsQuery)
  const { role } = useSession()
  const mayChange = atLeast(role, 'admin')
  const [opened, setOpened] = useState<SettingName | null>(null)
  // The rows of the list carry their ids and versions.
  const rows = (data ?? []) as StoredSetting[]
  const chosen = chosenFrom(rows)
  const changed = chosen.filter(({ stored }) => stored !== null).length
  const open = chosen.find(({ name }) => name === opened)
  return (
    <Page
      title="Settings"
      summary={isPending ? '' : `${changed} of ${chosen.length} differ from the standard`}
      actions={
        mayChange && (
          <Button component={Link} to="/app/messages/domain" variant="default">
            Mail domain
          </Button>
        )
      }
    >
      <Stack gap="md">
        {!mayChange && <Alert color="gray">Only an admin can change settings.</Alert>}
        {isPending && <Skeleton height={400} radius="lg" />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data &&
          settingGroups.map((group) => (
            <Card key={group} withBorder component="section" aria-label={group}>
              <Title order={2} size="h4" mb="xs">
                {group}
              </Title>
              <ul className={classes.list}>
                {chosen
                  .filter(({ setting }) => setting.group === group)
                  .map((one) => (
                    <SettingRow
                      key={one.name}
                      chosen={one}
                      onChange={mayChange ? () => setOpened(one.name) : null}
                    />
                  ))}
              </ul>
            </Card>
          ))}
      </Stack>
      {open && <SettingDialog chosen={open} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function chosenFrom(rows: readonly StoredSetting[]): ChosenSetting[] {
  return Object.entries(organisationSettings).map(([key, setting]: [string, Setting]) => {
    const row = rows.find(({ name }) => name.toLowerCase() === key)
    const read = setting.schema.safeParse(row?.value)
    return {
      // The keys of the table are its names.
      name: key as SettingName,
      setting,
      stored: row ?? null,
      value: read.success ? read.data : setting.initial,
    }
  })
}

interface RowProps {
  chosen: ChosenSetting
  onChange: (() => void) | null
}

function SettingRow({ chosen, onChange }: RowProps) {
  const { setting, stored } = chosen
  const explanation = stored
    ? `The standard is ${inWords(setting, setting.initial)}; changed ${formatStamp(stored.modified_at)}`
    : undefined
  return (
    <li className={classes.row}>
      <div>
        <Text fw={600}>{setting.label}</Text>
        <Text size="sm" c="dimmed">
          {setting.help}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap" className={classes.value ?? ''}>
        {explanation && <StatusChip value="changed" label="Changed" explanation={explanation} />}
        <Text>{inWords(setting, chosen.value)}</Text>
        {onChange && (
          <Button variant="subtle" aria-label={`Change: ${setting.label}`} onClick={onChange}>
            Change
          </Button>
        )}
      </Group>
    </li>
  )
}
