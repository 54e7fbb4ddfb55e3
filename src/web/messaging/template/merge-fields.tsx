import { Select } from '@mantine/core'
import type { TemplatePart } from '#domain/messaging/template/check-template.ts'
import { type ContextName, templateContexts } from '#domain/messaging/template/standards.ts'
import type { MergeField } from '#domain/messaging/template/template-context.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { partLabels } from './template-words.ts'

interface Props {
  part: TemplatePart
  context: ContextName
  edit: Edit
}

/** Puts a merge field where the cursor stands. */
export function MergeFields({ part, context, edit }: Props) {
  return (
    <Select
      mt={6}
      size="xs"
      w={{ base: '100%', sm: 300 }}
      aria-label={`Insert a field: ${partLabels[part]}`}
      placeholder="Insert a field…"
      data={choicesOf(part, context)}
      searchable
      nothingFoundMessage="No field is called that."
      maxDropdownHeight={280}
      value={null}
      onChange={(tag) => tag && insert(part, tag, edit)}
    />
  )
}

function choicesOf(part: TemplatePart, context: ContextName) {
  const { fields, rows } = templateContexts[context]
  const list = [{ group: 'Fields', items: Object.entries(fields).map(choiceOf) }]
  if (!rows || part === 'subject') return list
  const rowFields = Object.entries(rows.fields).map(choiceOf)
  if (part === 'text_loop') return [{ group: rows.label, items: rowFields }, ...list]
  const whole = [
    { value: '{{loop}}', label: `${rows.label}: the repeated part` },
    { value: '{{#each rows}}\n\n{{/each}}', label: `${rows.label}: for each one` },
  ]
  return [...list, { group: rows.label, items: [...whole, ...rowFields] }]
}

function choiceOf([name, field]: [string, MergeField]) {
  return typeof field.sample === 'boolean'
    ? { value: `{{#if ${name}}}\n\n{{/if}}`, label: `If: ${field.label}` }
    : { value: `{{${name}}}`, label: field.label }
}

export function fieldOf(part: TemplatePart): HTMLInputElement | HTMLTextAreaElement | null {
  const found = document.getElementById(`field-${part}`)
  const isTyped = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement
  return isTyped ? found : null
}

function insert(part: TemplatePart, tag: string, edit: Edit): void {
  const field = fieldOf(part)
  const text = String(edit.values[part] ?? '')
  const start = field?.selectionStart ?? text.length
  const end = field?.selectionEnd ?? start
  edit.form.setFieldValue(part, text.slice(0, start) + tag + text.slice(end))
  const line = tag.indexOf('\n')
  const caret = start + (line < 0 ? tag.length : line + 1)
  // Once the new text is drawn, writing goes on behind what was put in.
  setTimeout(() => {
    field?.focus()
    field?.setSelectionRange(caret, caret)
  }, 50)
}
