import { Button, Checkbox, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'
import { parseMoney } from '#domain/kit/money.ts'
import { choiceInWords, humanise } from '#domain/kit/wording.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { stopAtUnread } from '#web/kit/form/use-typed.ts'
import { type Filter, filterInputs } from './filters.ts'

interface Props {
  entity: Entity
  name: string
  filters: Filter[]
  onApply: (filters: Filter[]) => void
}

/** Asks what a field should be, in the way its kind wants to be asked. */
export function FilterForm({ entity, name, filters, onApply }: Props) {
  const field = entity.fields[name]
  const [draft, setDraft] = useState<Filter[]>(filters)
  if (!field) return null
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (stopAtUnread(event.currentTarget)) return
    onApply(draft.filter(({ values }) => values.some((value) => value !== '')))
  }
  const put = (operator: Filter['operator'], values: string[]) =>
    setDraft((before) => [
      ...before.filter((filter) => filter.operator !== operator),
      ...(values.length > 0 ? [{ field: name, operator, values }] : []),
    ])
  const textFor = (operator: Filter['operator']) =>
    draft.find((filter) => filter.operator === operator)?.values[0] ?? ''
  const input = filterInputs[field.kind]
  return (
    <form onSubmit={submit} noValidate aria-label={`Filter by ${labelOf(entity, name)}`}>
      <Stack gap="sm" miw={220}>
        {input === 'text' && (
          <TextInput
            label={`${labelOf(entity, name)} contains`}
            value={textFor('like')}
            onChange={(event) => put('like', [event.currentTarget.value])}
          />
        )}
        {input === 'choices' && (
          <Choices
            field={field}
            name={name}
            draft={draft}
            onChange={(values) => put('in', values)}
          />
        )}
        {input === 'yesno' && (
          <SegmentedControl
            aria-label={labelOf(entity, name)}
            data={[
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
            value={textFor('eq') || 'true'}
            onChange={(value) => put('eq', [value])}
          />
        )}
        {input === 'range' && (
          <>
            <Bound label="At least" value={textFor('gte')} onChange={(v) => put('gte', v)} />
            <Bound label="At most" value={textFor('lte')} onChange={(v) => put('lte', v)} />
          </>
        )}
        {input === 'days' && (
          <>
            <DayInput
              label="From"
              isAnyDay={field.options.anyDay}
              value={textFor('gte')}
              onChange={(v) => put('gte', [v ?? ''])}
            />
            <DayInput
              label="To"
              isAnyDay={field.options.anyDay}
              value={textFor('lte')}
              onChange={(v) => put('lte', [v ?? ''])}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            onClick={() => input === 'yesno' && textFor('eq') === '' && put('eq', ['true'])}
          >
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Bound(props: { label: string; value: string; onChange: (values: string[]) => void }) {
  const [text, setText] = useState(props.value)
  return (
    <TextInput
      label={props.label}
      inputMode="decimal"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const amount = parseMoney(event.currentTarget.value)
        props.onChange(amount === null ? [] : [amount])
      }}
    />
  )
}

function Choices(props: {
  field: Field
  name: string
  draft: Filter[]
  onChange: (values: string[]) => void
}) {
  const options = useOptions()
  const { choices, optionList } = props.field.options
  const entries = optionList
    ? options.of(optionList)
    : (choices ?? []).map((value) => ({ value, label: choiceInWords(props.field.options, value) }))
  const chosen = props.draft.find((filter) => filter.operator === 'in')?.values ?? []
  return (
    <Checkbox.Group value={chosen} onChange={props.onChange} aria-label={humanise(props.name)}>
      <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }}>
        {entries.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} size="xs" />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
