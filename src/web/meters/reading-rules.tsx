import {
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  Paper,
  Skeleton,
  Table,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import {
  defaultRules,
  RULE_CODES,
  type RuleCode,
  rulesFor,
  rulesSetting,
} from '#domain/meters/plausibility-rules.ts'
import { useUnsavedGuard } from '#web/kit/form/unsaved.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { TableHead } from '#web/kit/list/table-head.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'
import classes from './meter-details.module.css'
import { type Draft, differences, draftOf, isChanged, parameterLabels } from './rules-draft.ts'

interface Stored {
  id: number
  version: number
  name: string
  value: unknown
}

const severities = [
  { value: 'error', label: 'Error: refuses the reading' },
  { value: 'warning', label: 'Warning: asks to check' },
  { value: 'information', label: 'Information' },
]

/** The rules every reading is held against; an organisation may weigh them in its own way. */
export function Screen() {
  const { data, isPending, error, refetch } = useQuery(organisationConfigsQuery)
  if (isPending) return <Skeleton height={400} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  // The rows of the list carry their ids and versions.
  const rows = data as Stored[]
  const stored = rows.find((row) => row.name.toLowerCase() === 'reading_rules') ?? null
  return <RulesForm key={stored?.version ?? 0} stored={stored} />
}

function RulesForm({ stored }: { stored: Stored | null }) {
  const { role } = useSession()
  const mayChange = atLeast(role, 'admin')
  const start = draftOf(rulesFor(stored?.value ?? {}))
  const [draft, setDraft] = useState(start)
  const [wrong, setWrong] = useState<string | null>(null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  async function store(key: string): Promise<boolean> {
    const value = differences(draft)
    const checked = rulesSetting.safeParse(value)
    setWrong(checked.success ? null : 'Figures are numbers of zero or more.')
    if (!checked.success) return false
    if (stored) {
      const { id, version } = stored
      await send(organisationconfigCalls.update, { id, version, value }, { key })
    } else {
      await send(organisationconfigCalls.create, { name: 'reading_rules', value }, { key })
    }
    toast('Reading rules saved.')
    await queryClient.invalidateQueries({ queryKey: organisationConfigsQuery.queryKey })
    return true
  }
  const submit = useSubmit(async (key) => void (await store(key)))
  useUnsavedGuard(isDirty, () => store(crypto.randomUUID()), 'Reading rules')
  const on = RULE_CODES.filter((code) => draft[code].isOn).length
  return (
    <Page
      title="Reading rules"
      summary={`${on} of ${RULE_CODES.length} rules are on`}
      crumbs={<Crumbs path={[['Meters', '/app/meters']]} here="Reading rules" />}
      actions={
        mayChange && (
          <>
            <Button
              variant="default"
              disabled={!RULE_CODES.some((code) => isChanged(code, draft[code]))}
              onClick={() => setDraft(draftOf(defaultRules))}
            >
              Back to the defaults
            </Button>
            <Button type="submit" form="reading-rules" loading={submit.isBusy} disabled={!isDirty}>
              Save
            </Button>
          </>
        )
      }
    >
      {(wrong ?? submit.problem) && (
        <Alert color="red" role="alert">
          {wrong ?? submit.problem}
        </Alert>
      )}
      {!mayChange && <Alert color="gray">Only an admin can change the rules.</Alert>}
      <form id="reading-rules" onSubmit={submit.onSubmit} aria-label="Reading rules" noValidate>
        <RulesTable
          draft={draft}
          mayChange={mayChange}
          onChange={(code, next) => setDraft({ ...draft, [code]: { ...draft[code], ...next } })}
        />
      </form>
    </Page>
  )
}

const headings = [
  { heading: 'Rule', width: 250 },
  { heading: 'What it means', width: 240 },
  'Figures',
]

interface TableProps {
  draft: Record<RuleCode, Draft>
  mayChange: boolean
  onChange: (code: RuleCode, next: Partial<Draft>) => void
}

function RulesTable({ draft, mayChange, onChange }: TableProps) {
  return (
    <Paper p={0}>
      <WideTable label="Rules" look="quiet" className={classes.stack}>
        <TableHead columns={headings} />
        <Table.Tbody>
          {RULE_CODES.map((code) => {
            const { title } = defaultRules[code]
            const { isOn, severity, parameters } = draft[code]
            return (
              <Table.Tr key={code}>
                <Table.Td data-whole miw={220}>
                  <Checkbox
                    label={title}
                    description={isChanged(code, draft[code]) ? `${code} · changed` : code}
                    checked={isOn}
                    disabled={!mayChange}
                    onChange={(event) => onChange(code, { isOn: event.currentTarget.checked })}
                  />
                </Table.Td>
                <Table.Td data-whole miw={210}>
                  <NativeSelect
                    size="xs"
                    aria-label={`What ${title} means`}
                    data={severities}
                    value={severity}
                    disabled={!mayChange || !isOn}
                    // The choices above are the severities there are.
                    onChange={(event) =>
                      onChange(code, { severity: event.currentTarget.value as Draft['severity'] })
                    }
                  />
                </Table.Td>
                <Table.Td data-whole>
                  <div className={classes.line}>
                    {Object.entries(parameters).map(([name, value]) => (
                      <TextInput
                        key={name}
                        size="xs"
                        label={parameterLabels[name] ?? name}
                        inputMode="decimal"
                        value={value}
                        disabled={!mayChange || !isOn}
                        onChange={(event) =>
                          onChange(code, {
                            parameters: { ...parameters, [name]: event.currentTarget.value },
                          })
                        }
                      />
                    ))}
                  </div>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}
