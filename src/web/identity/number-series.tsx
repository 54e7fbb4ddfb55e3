import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nextAsked, numberAt, numberSeries } from '#domain/identity/number-series.ts'
import { numberSeriesCalls, type ShownSeries } from '#domain/identity/number-series-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './organisation-settings.module.css'
import { ChangeList } from './setting-history.tsx'
import { SettingLine } from './setting-row.tsx'
import { isSought } from './setting-search.ts'

interface Props {
  sought: string
  mayChange: boolean
}

const queryKey = ['numberseries']
const group = 'Numbers'

/** The next number of each series, and the way to another. */
export function NumberSeries({ sought, mayChange }: Props) {
  const [opened, setOpened] = useState<ShownSeries | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await send(numberSeriesCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  const found = (data ?? []).filter(({ name }) => isSeriesSought(sought, name))
  return (
    <>
      {found.map((series) => (
        <SeriesRow
          key={series.name}
          series={series}
          mayChange={mayChange && series.fixed === null}
          onOpen={() => setOpened(series)}
        />
      ))}
      {opened && (
        <SeriesDialog
          series={opened}
          mayChange={mayChange && opened.fixed === null}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

export function isSeriesSought(sought: string, name: ShownSeries['name']): boolean {
  const { label, help } = numberSeries[name]
  return isSought(sought, group, label, help, name)
}

interface RowProps {
  series: ShownSeries
  mayChange: boolean
  onOpen: () => void
}

function SeriesRow({ series, mayChange, onOpen }: RowProps) {
  const { label, help } = numberSeries[series.name]
  const verb = mayChange ? 'Change' : 'Look'
  return (
    <SettingLine label={label} help={help}>
      <Group gap="sm" wrap="nowrap" className={classes.value ?? ''}>
        {series.fixed && <StatusChip value="fixed" label="Fixed" explanation={series.fixed} />}
        <Text>{`Next ${numberAt(series)}`}</Text>
        <Button variant="subtle" aria-label={`${verb}: numbers of ${label}`} onClick={onOpen}>
          {verb}
        </Button>
      </Group>
    </SettingLine>
  )
}

interface DialogProps {
  series: ShownSeries
  mayChange: boolean
  onClose: () => void
}

function SeriesDialog({ series, mayChange, onClose }: DialogProps) {
  const { name, fixed, changes } = series
  const { label, help, prefix: ours, first } = numberSeries[name]
  const standard = numberAt({ name, prefix: ours, next_value: first })
  const [prefix, setPrefix] = useState(series.prefix)
  const [next, setNext] = useState(String(series.next_value))
  const [wrong, setWrong] = useState<string | null>(null)
  const isWhole = /^[1-9]\d{0,8}$/.test(next.trim())
  const submit = useSubmit(async (key) => {
    setWrong(isWhole ? null : nextAsked)
    if (!isWhole) return
    const asked = { name, prefix: prefix.trim(), next_value: Number(next) }
    toast((await send(numberSeriesCalls.update, asked, { key })).message ?? '')
    await queryClient.invalidateQueries({ queryKey })
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={`Numbers of ${label}`}
      button="Save"
      submit={submit}
      isDisabled={!mayChange}
      onClose={onClose}
    >
      <Text size="sm">{help}</Text>
      {fixed && <Text size="sm">{fixed}</Text>}
      <TextInput
        label="Prefix"
        value={prefix}
        disabled={!mayChange}
        error={submit.errorOf('prefix')}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      <TextInput
        label="Next number"
        inputMode="numeric"
        value={next}
        disabled={!mayChange}
        error={wrong ?? submit.errorOf('next_value')}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      {isWhole && (
        <Text size="sm">
          {`The next number is ${numberAt({ name, prefix: prefix.trim(), next_value: Number(next) })}.`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {`The standard begins with ${standard}. Numbers that were given stay, and none is given twice.`}
      </Text>
      <ChangeList changes={changes} said={String} />
    </DialogForm>
  )
}
