import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { type SettingChoice, settingCalls } from '#domain/identity/setting-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import {
  channelChoices,
  nextStep,
  readClasses,
  readSteps,
  type TypedClasses,
  type TypedStep,
} from './typed-reminders.ts'

interface Props {
  name: SettingName
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** The reminders of everybody, or those of each type of customers. */
export function ReminderStepsInput({ name, typed, onType, error }: Props) {
  const {
    data,
    error: trouble,
    refetch,
  } = useQuery({
    queryKey: ['organisationconfigs', 'choices', name],
    queryFn: async () => (await send(settingCalls.choices, { name })).data,
    staleTime: 0,
  })
  if (trouble) return <Trouble cause={trouble} onRetry={() => void refetch()} />
  if (!data) return null
  const { template = [], customer_type } = data
  return (
    <Stack gap="sm">
      {customer_type ? (
        <ClassSteps
          types={customer_type}
          templates={template}
          classes={readClasses(typed)}
          onChange={(classes) => onType(JSON.stringify(classes))}
        />
      ) : (
        <StepRows
          templates={template}
          steps={readSteps(typed)}
          onChange={(steps) => onType(JSON.stringify(steps))}
        />
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  )
}

interface ClassProps {
  types: readonly SettingChoice[]
  templates: readonly SettingChoice[]
  classes: TypedClasses
  onChange: (classes: TypedClasses) => void
}

function ClassSteps({ types, templates, classes, onChange }: ClassProps) {
  const known = types.map(({ value }) => String(value))
  // Steps of a type that is gone by now stay in sight, so that they can be taken away.
  const gone = Object.keys(classes).filter((type) => !known.includes(type))
  const all = [...types, ...gone.map((value) => ({ value, label: `${value} (no such type)` }))]
  if (all.length === 0) return <Text size="sm">There are no types of customers.</Text>
  return all.map(({ value, label }) => {
    const { [value]: own, ...others } = classes
    const whose = own ? 'own' : 'everybody'
    const choose = (picked: string) =>
      onChange(picked === 'own' ? { ...others, [value]: [nextStep([])] } : others)
    return (
      <Paper key={value} withBorder p="xs">
        <Stack gap="xs">
          <Text fw={600}>{label}</Text>
          <SegmentedControl
            aria-label={`Reminders of ${label}`}
            size="xs"
            value={whose}
            data={[
              { value: 'everybody', label: 'As everybody' },
              { value: 'own', label: 'Steps of their own' },
            ]}
            onChange={choose}
          />
          {own && (
            <StepRows
              whose={`${label}: `}
              templates={templates}
              steps={own}
              onChange={(steps) => onChange({ ...others, [value]: steps })}
            />
          )}
        </Stack>
      </Paper>
    )
  })
}

interface RowsProps {
  whose?: string
  templates: readonly SettingChoice[]
  steps: readonly TypedStep[]
  onChange: (steps: TypedStep[]) => void
}

function StepRows({ whose = '', templates, steps, onChange }: RowsProps) {
  return (
    <Stack gap="sm" role="group" aria-label={`${whose}Steps`}>
      {steps.map((step, at) => (
        <StepRow
          // Rows have no names of their own; nothing is sorted while somebody types.
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          key={at}
          named={`${whose}reminder ${at + 1}`}
          step={step}
          templates={templates}
          onPut={(change) => onChange(steps.toSpliced(at, 1, { ...step, ...change }))}
          onRemove={() => onChange(steps.toSpliced(at, 1))}
        />
      ))}
      {steps.length === 0 && <Text size="sm">No reminder goes out by itself.</Text>}
      {steps.length < 10 && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...steps, nextStep(steps)])}
          >
            Another reminder
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface RowProps {
  named: string
  step: TypedStep
  templates: readonly SettingChoice[]
  onPut: (change: Partial<TypedStep>) => void
  onRemove: () => void
}

function StepRow({ named, step, templates, onPut, onRemove }: RowProps) {
  const label = (what: string) => ({ 'aria-label': `${what} of ${named}` })
  const picked = (value: string) =>
    templates.find((one) => String(one.value) === value)?.value ?? value
  const words = templates.map((one) => ({ value: String(one.value), label: one.label }))
  const chosen = String(step.template)
  const isGone = !words.some(({ value }) => value === chosen)
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        w={110}
        label="Working days"
        {...label('Working days')}
        inputMode="numeric"
        value={step.days}
        onChange={(event) => onPut({ days: event.currentTarget.value })}
      />
      <NativeSelect
        flex="1 1 160px"
        label="Words"
        {...label('Words')}
        value={chosen}
        data={isGone ? [...words, { value: chosen, label: 'A template out of use' }] : words}
        onChange={(event) => onPut({ template: picked(event.currentTarget.value) })}
      />
      <NativeSelect
        flex="1 1 200px"
        label="By"
        {...label('Way')}
        value={step.channel}
        data={channelChoices}
        onChange={(event) => onPut({ channel: event.currentTarget.value })}
      />
      <Group gap="xs" wrap="nowrap" align="center" mih={36}>
        <Checkbox
          label="Tells of the late fee"
          {...label('Late fee')}
          checked={step.tells_fee}
          onChange={(event) => onPut({ tells_fee: event.currentTarget.checked })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove ${named}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
