import { Checkbox, NativeSelect, Paper, Table, Text, TextInput } from '@mantine/core'
import type { RuleBook, Severity } from '#domain/identity/rule-book.ts'
import { TableHead } from '#web/kit/list/table-head.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { type Draft, type Drafts, isChanged } from './rules-draft.ts'
import classes from './rules-table.module.css'

const meanings: Record<Severity, string> = {
  error: 'Error: refuses it',
  warning: 'Warning: asks to check',
  information: 'Information',
}
const choices = Object.entries(meanings).map(([value, label]) => ({ value, label }))

interface TableProps {
  book: RuleBook
  drafts: Drafts
  mayChange: boolean
  onChange: (drafts: Drafts) => void
}

/** Each rule with what it looks for, what it means and its figures. */
export function RulesTable({ book, drafts, mayChange, onChange }: TableProps) {
  const columns = [
    { heading: 'Rule', width: 320 },
    { heading: 'What it means', width: 220 },
    'Figures',
  ]
  return (
    <Paper p={0}>
      <WideTable label="Rules" look="quiet" className={classes.stack}>
        <TableHead columns={columns} />
        <Table.Tbody>
          {Object.entries(drafts).map(([code, draft]) => (
            <RuleRow
              key={code}
              book={book}
              code={code}
              draft={draft}
              mayChange={mayChange}
              onPut={(next) => onChange({ ...drafts, [code]: { ...draft, ...next } })}
            />
          ))}
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}

interface RowProps {
  book: RuleBook
  code: string
  draft: Draft
  mayChange: boolean
  onPut: (next: Partial<Draft>) => void
}

function RuleRow({ book, code, draft, mayChange, onPut }: RowProps) {
  const rule = book.defaults[code]
  if (!rule) return null
  const { title, effect, always } = rule
  const { isOn, severity, parameters } = draft
  const changed = isChanged(book, code, draft) ? ` · changed` : ''
  const kept = always ? ` Always on: ${always}` : ''
  return (
    <Table.Tr>
      <Table.Td data-whole miw={220}>
        <Checkbox
          label={title}
          description={`${code}${changed} – ${effect}${kept}`}
          checked={isOn}
          disabled={!mayChange || always !== undefined}
          onChange={(event) => onPut({ isOn: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td data-whole miw={200}>
        {book.isWeighed ? (
          <NativeSelect
            size="xs"
            aria-label={`What ${title} means`}
            data={choices}
            value={severity}
            disabled={!mayChange || !isOn}
            // The choices above are the severities there are.
            onChange={(event) => onPut({ severity: event.currentTarget.value as Severity })}
          />
        ) : (
          <Text size="sm">{meanings[severity]}</Text>
        )}
      </Table.Td>
      <Table.Td data-whole>
        <div className={classes.line}>
          {Object.entries(parameters).map(([name, value]) => (
            <TextInput
              key={name}
              size="xs"
              label={book.labels[name] ?? name}
              aria-label={`${title}: ${book.labels[name] ?? name}`}
              description={`Standard ${rule.parameters[name]}`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="decimal"
              value={value}
              disabled={!mayChange || !isOn}
              onChange={(event) =>
                onPut({ parameters: { ...parameters, [name]: event.currentTarget.value } })
              }
            />
          ))}
        </div>
      </Table.Td>
    </Table.Tr>
  )
}
