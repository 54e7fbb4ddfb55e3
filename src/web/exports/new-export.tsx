import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { type ExportChoices, exportCalls } from '#domain/exports/export-calls.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { type Submit, useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { readExportsAgain, useExportChoices } from './export-queries.ts'

interface ExportChoice {
  kind: 'data' | 'organisation'
  entities: string[]
  reports: string[]
  format: 'csv' | 'jsonl'
  period_start: string
  period_end: string
  with_masked: boolean
  reason: string
}

const nothing: ExportChoice = {
  kind: 'data',
  entities: [],
  reports: [],
  format: 'csv',
  period_start: '',
  period_end: '',
  with_masked: false,
  reason: '',
}

/** Asks for an export: what of, of which days, as what, and why where that matters. */
export function NewExport() {
  const [chosen, setChosen] = useState(nothing)
  const set = (changes: Partial<ExportChoice>) => setChosen((before) => ({ ...before, ...changes }))
  const choices = useExportChoices()
  const submit = useSubmit(async (key) => {
    const { message } = await send(exportCalls.create, asked(chosen), { key })
    toast(message)
    setChosen(nothing)
    await readExportsAgain()
  })
  return (
    <Paper component="section" aria-label="New export">
      <Title order={2} mb="sm">
        New export
      </Title>
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack gap="sm">
          {submit.problem && (
            <Alert color="red" role="alert">
              {submit.problem}
            </Alert>
          )}
          <SegmentedControl
            aria-label="What is exported"
            value={chosen.kind}
            onChange={(kind) => set({ kind, entities: [], reports: [], with_masked: false })}
            data={[
              { value: 'data', label: 'Lists and reports' },
              { value: 'organisation', label: 'Whole organisation' },
            ]}
            style={{ alignSelf: 'flex-start' }}
          />
          {choices.error && (
            <Trouble cause={choices.error} onRetry={() => void choices.refetch()} />
          )}
          {chosen.kind === 'data' ? (
            <DataFields chosen={chosen} set={set} choices={choices.data} submit={submit} />
          ) : (
            <Text size="sm">
              Everything there is, for moving to another installation or keeping it elsewhere. What
              is sealed stays sealed. It can be brought back with equal counts and cents.
            </Text>
          )}
          {(chosen.kind === 'organisation' || chosen.with_masked) && (
            <Textarea
              label="Reason"
              description="Kept in the history; the other admins are told."
              value={chosen.reason}
              onChange={(event) => set({ reason: event.currentTarget.value })}
              error={submit.errorOf('reason')}
              autosize
              minRows={2}
              required
            />
          )}
          <Group>
            <Button type="submit" loading={submit.isBusy}>
              Export
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function asked({ period_start, period_end, reason, ...chosen }: ExportChoice) {
  return {
    ...chosen,
    period_start: period_start || null,
    period_end: period_end || null,
    reason: reason || null,
  }
}

interface FieldsProps {
  chosen: ExportChoice
  set: (changes: Partial<ExportChoice>) => void
  choices: ExportChoices | null | undefined
  submit: Submit
}

function DataFields({ chosen, set, choices, submit }: FieldsProps) {
  const lists = choices?.entities ?? []
  const hasMasked = lists.some(({ name, has_masked }) => {
    return has_masked && chosen.entities.includes(name)
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div>
          <MultiSelect
            label="Lists"
            data={lists.map(({ name, label }) => ({ value: name, label }))}
            value={chosen.entities}
            onChange={(entities) => set({ entities })}
            error={submit.errorOf('entities')}
            searchable
            clearable
          />
          <Button
            variant="subtle"
            size="compact-sm"
            mt={4}
            onClick={() => set({ entities: lists.map(({ name }) => name) })}
          >
            All lists
          </Button>
        </div>
        <MultiSelect
          label="Reports"
          data={(choices?.reports ?? []).map(({ name, label }) => ({ value: name, label }))}
          value={chosen.reports}
          onChange={(reports) => set({ reports })}
          error={submit.errorOf('reports')}
          searchable
          clearable
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <DayInput
          label="From"
          value={chosen.period_start}
          onChange={(day) => set({ period_start: day ?? '' })}
          error={submit.errorOf('period_start')}
        />
        <DayInput
          label="To"
          value={chosen.period_end}
          onChange={(day) => set({ period_end: day ?? '' })}
          error={submit.errorOf('period_end')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        The days narrow what has a day of its own, such as invoices and payments. Customers,
        contracts and the like are always whole.
      </Text>
      <SegmentedControl
        aria-label="Format"
        value={chosen.format}
        onChange={(format) => set({ format })}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'jsonl', label: 'JSON Lines' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {hasMasked && (
        <Checkbox
          label="With hidden details"
          description="Bank accounts, births and the like; it takes the permission and your password."
          checked={chosen.with_masked}
          onChange={(event) => set({ with_masked: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
