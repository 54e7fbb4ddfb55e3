import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { CheckedRateFile, ImportedRateFile } from '#domain/contracts/rateupdate-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type ApiProblem, isApiProblem } from '#web/kit/session/api.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ImportedRates } from './imported-rates.tsx'
import { changesOf, isClean, RateFileReport } from './rate-file-report.tsx'
import { RateFileSource } from './rate-file-source.tsx'
import { bothSides, forgetContracts, type Side, sides } from './rate-side.ts'
import { ShadowTotals } from './shadow-totals.tsx'

/** New rates for many contracts from one file: looked at first, then all of it or nothing. */
export function Screen() {
  const { role } = useSession()
  return (
    <Page
      title="Import rates"
      summary="New rates for many contracts from one CSV file"
      crumbs={<Crumbs path={[['Contracts', '/app/contracts']]} here="Import rates" />}
    >
      {atLeast(role, 'accounting') ? <ImportRates /> : <NoPermission />}
    </Page>
  )
}

function ImportRates() {
  const [side, setSide] = useState<Side>('sell')
  const [day, setDay] = useState<string | null>(null)
  const [csv, setCsv] = useState('')
  const [checked, setChecked] = useState<CheckedRateFile | null>(null)
  const [done, setDone] = useState<ImportedRateFile | null>(null)
  const brought = async (dry_run: boolean, key: string) => {
    const file = attached(new File([csv], 'rates.csv'))
    const form = { valid_from_date: day || undefined, dry_run, csv: file }
    return (await send(sides[side].updates.import, form, { key })).data
  }
  const check = useSubmit(async (key) => {
    setChecked(await brought(true, key))
  })
  const bringIn = useSubmit(async (key) => {
    try {
      setDone(await brought(false, key))
      await forgetContracts()
    } catch (cause) {
      const refused = isApiProblem(cause) ? outcomesIn(cause) : null
      if (refused) setChecked(refused)
      throw cause
    }
  })
  // What was checked is what stands here; anything else is checked again.
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setChecked(null)
    }
  if (done) {
    const again = () => {
      setDone(null)
      setChecked(null)
      setCsv('')
    }
    return <ImportedRates side={side} outcomes={done.outcomes} onAgain={again} />
  }
  return (
    <Stack gap="md">
      <Step number={1} title="Side and day">
        <Group align="flex-start" gap="lg">
          <SideChoice side={side} onSide={change(setSide)} />
          <DayInput
            label="New rates from"
            description="For rows that name no day of their own."
            value={day ?? ''}
            onChange={change(setDay)}
          />
        </Group>
      </Step>
      <Step number={2} title="The file">
        <RateFileSource csv={csv} onCsv={change(setCsv)} />
        {check.problem && (
          <Alert color="red" role="alert" mt="sm">
            {check.problem}
          </Alert>
        )}
        <Group mt="sm">
          <Button
            variant={checked ? 'default' : 'filled'}
            loading={check.isBusy}
            disabled={csv.trim() === ''}
            onClick={() => check.onSubmit()}
          >
            {checked ? 'Check again' : 'Check the file'}
          </Button>
        </Group>
      </Step>
      {checked && isClean(checked) && (
        <Step number={3} title="On the last year’s use">
          <ShadowTotals side={side} changes={changesOf(csv, day, checked)} />
        </Step>
      )}
      {checked && (
        <Step number={isClean(checked) ? 4 : 3} title="What would change">
          <RateFileReport csv={csv} day={day} checked={checked} />
          {bringIn.problem && (
            <Alert color="red" role="alert" mt="sm">
              {bringIn.problem}
            </Alert>
          )}
          <Group mt="sm">
            <Button
              loading={bringIn.isBusy}
              disabled={!isClean(checked)}
              onClick={() => bringIn.onSubmit()}
            >
              Import {plural(checked.outcomes.length, 'rate update')}
            </Button>
            {!isClean(checked) && (
              <Text size="sm" c="dimmed">
                Nothing is imported while a row has a problem. Mend it above and check again.
              </Text>
            )}
          </Group>
        </Step>
      )}
    </Stack>
  )
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        {props.number}. {props.title}
      </Title>
      {props.children}
    </Paper>
  )
}

function SideChoice({ side, onSide }: { side: Side; onSide: (side: Side) => void }) {
  return (
    <div>
      <SegmentedControl
        aria-label="Side"
        data={bothSides.map((one) => ({ value: one, label: `${sides[one].label} rates` }))}
        value={side}
        // The values are those above.
        onChange={(next) => onSide(next as Side)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {sides[side].whose}.
      </Text>
    </div>
  )
}

/** A refused import says what is wrong with each row, as the check does. */
function outcomesIn({ data }: ApiProblem): CheckedRateFile | null {
  const isReport = typeof data === 'object' && data !== null && 'outcomes' in data
  return isReport ? (data as CheckedRateFile) : null
}
