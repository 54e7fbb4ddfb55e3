import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { settingGroups } from '#domain/identity/setting-groups.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { type ChosenSetting, inWords } from './chosen-setting.ts'
import { LookPreview } from './look-preview.tsx'
import classes from './organisation-settings.module.css'
import { settingPlaces } from './setting-places.ts'
import { isSettingSought, isSought } from './setting-search.ts'

interface Props {
  sought: string
  chosen: readonly ChosenSetting[]
  mayChange: boolean
  onOpen: (name: SettingName) => void
}

/** The settings and places that answer to what was typed, group by group. */
export function SettingList({ sought, chosen, mayChange, onOpen }: Props) {
  const found = chosen.filter((one) => isSettingSought(sought, one))
  const places = settingPlaces.filter(({ label, help }) => isSought(sought, label, help))
  if (found.length + places.length === 0)
    return <NothingHere title="No setting matches." description="Try a shorter word." />
  return (
    <>
      {settingGroups.map((group) => (
        <Section key={group} heading={group} aside={group === 'Papers and look' && <LookPreview />}>
          {found
            .filter(({ setting }) => setting.group === group)
            .map((one) => (
              <SettingRow key={one.name} chosen={one} mayChange={mayChange} onOpen={onOpen} />
            ))}
        </Section>
      ))}
      <Section heading="On screens of their own">
        {places.map(({ label, help, path }) => (
          <li key={path} className={classes.row}>
            <div>
              <Anchor component={Link} to={path} fw={600}>
                {label}
              </Anchor>
              <Text size="sm" c="dimmed">
                {help}
              </Text>
            </div>
          </li>
        ))}
      </Section>
    </>
  )
}

interface SectionProps {
  heading: string
  aside?: ReactNode
  children: ReactNode[]
}

function Section({ heading, aside, children }: SectionProps) {
  if (children.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={heading}>
      <Title order={2} size="h4" mb="xs">
        {heading}
      </Title>
      <div className={classes.beside}>
        <ul className={classes.list}>{children}</ul>
        {aside}
      </div>
    </Card>
  )
}

interface RowProps {
  chosen: ChosenSetting
  mayChange: boolean
  onOpen: (name: SettingName) => void
}

function SettingRow({ chosen, mayChange, onOpen }: RowProps) {
  const { name, setting, stored } = chosen
  const explanation = stored
    ? `The standard is ${inWords(setting, setting.initial)}; changed ${formatStamp(stored.modified_at)}`
    : undefined
  const verb = mayChange ? 'Change' : 'Look'
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
        <Text className={classes.words ?? ''} lineClamp={2}>
          {inWords(setting, chosen.value)}
        </Text>
        <Button
          variant="subtle"
          aria-label={`${verb}: ${setting.label}`}
          onClick={() => onOpen(name)}
        >
          {verb}
        </Button>
      </Group>
    </li>
  )
}
