import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { seriesNames } from '#domain/identity/number-series.ts'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { type SettingGroup, settingGroups } from '#domain/identity/setting-groups.ts'
import type { RememberedColumns } from '#domain/kit/import/import-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { type ChosenSetting, inWords } from './chosen-setting.ts'
import { EditOrganisation } from './edit-organisation.tsx'
import { LookPreview } from './look-preview.tsx'
import { isSeriesSought, NumberSeries } from './number-series.tsx'
import classes from './organisation-settings.module.css'
import { isRememberedSought, RememberedImports, useRemembered } from './remembered-imports.tsx'
import { SecondFactorSetting, secondFactorWords } from './second-factor-setting.tsx'
import { settingPlaces } from './setting-places.ts'
import { SettingLine } from './setting-row.tsx'
import { isSettingSought, isSought } from './setting-search.ts'

interface Props {
  sought: string
  chosen: readonly ChosenSetting[]
  mayChange: boolean
  onOpen: (name: SettingName) => void
}

/** The settings and places that answer to what was typed, group by group. */
export function SettingList(props: Props) {
  const { sought } = props
  const { data: remembered = [] } = useRemembered()
  const shown = settingGroups.filter((group) => isAnyFound(group, props, remembered))
  if (shown.length === 0)
    return <NothingHere title="No setting matches." description="Try a shorter word." />
  return shown.map((group) => (
    <Card key={group} withBorder component="section" aria-label={group}>
      <Title order={2} size="h4" mb="xs">
        {group}
      </Title>
      <div className={classes.beside}>
        <ul className={classes.list}>
          {foundIn(group, props).map((one) => (
            <SettingRow key={one.name} {...props} chosen={one} />
          ))}
          {extrasOf(group, props)}
          {placesIn(group, sought).map(({ label, help, path }) => (
            <SettingLine
              key={label}
              help={help}
              label={
                <Anchor component={Link} to={path} fw={600}>
                  {label}
                </Anchor>
              }
            />
          ))}
        </ul>
        {group === 'Papers and look' && <LookPreview />}
      </div>
    </Card>
  ))
}

const foundIn = (group: SettingGroup, { chosen, sought }: Props) =>
  chosen.filter((one) => one.setting.group === group && isSettingSought(sought, one))

const placesIn = (group: SettingGroup, sought: string) =>
  settingPlaces.filter(
    (place) => place.group === group && isSought(sought, group, place.label, place.help),
  )

// What is kept in tables of its own, and the particulars of the organisation.
const organisationWords = ['Particulars of the organisation', 'Name, address, accounts.'] as const

function isAnyFound(
  group: SettingGroup,
  props: Props,
  remembered: readonly RememberedColumns[],
): boolean {
  const { sought } = props
  if (foundIn(group, props).length + placesIn(group, sought).length > 0) return true
  if (group === 'Numbers') return seriesNames.some((name) => isSeriesSought(sought, name))
  // Unsought, it says where nothing was said of any file.
  if (group === 'Imports')
    return sought === '' || remembered.some((one) => isRememberedSought(sought, one))
  if (group === 'Security') return isSought(sought, group, ...secondFactorWords)
  return group === 'Organisation' && isSought(sought, group, ...organisationWords)
}

function extrasOf(group: SettingGroup, { sought, mayChange }: Props): ReactNode {
  if (group === 'Numbers') return <NumberSeries sought={sought} mayChange={mayChange} />
  if (group === 'Imports') return <RememberedImports sought={sought} />
  if (group === 'Security' && isSought(sought, group, ...secondFactorWords))
    return <SecondFactorSetting mayChange={mayChange} />
  if (group !== 'Organisation' || !mayChange) return null
  const [label, help] = organisationWords
  return isSought(sought, group, label, help) ? (
    <SettingLine label={label} help={help}>
      <EditOrganisation />
    </SettingLine>
  ) : null
}

interface RowProps {
  chosen: ChosenSetting
  mayChange: boolean
  onOpen: (name: SettingName) => void
}

function SettingRow({ chosen, mayChange, onOpen }: RowProps) {
  const { name, setting, stored } = chosen
  const standard = `The standard is ${inWords(setting, setting.initial)}`
  const explanation = stored ? `${standard}; changed ${formatStamp(stored.modified_at)}` : undefined
  const verb = mayChange ? 'Change' : 'Look'
  return (
    <SettingLine label={setting.label} help={setting.help}>
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
    </SettingLine>
  )
}
