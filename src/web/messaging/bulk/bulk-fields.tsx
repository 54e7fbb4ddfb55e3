import { Select } from '@mantine/core'
import { templateContexts } from '#domain/messaging/template/standards.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'

const writable = ['subject', 'text_base', 'text_sms']
const choices = Object.entries(templateContexts.customer.fields).map(([name, { label }]) => ({
  value: `{{${name}}}`,
  label,
}))

/** Puts what is known of the customer where the cursor stands. */
export function BulkFields({ name, edit }: { name: string; edit: Edit }) {
  if (!writable.includes(name)) return null
  return (
    <Select
      mt={6}
      size="xs"
      w={{ base: '100%', sm: 300 }}
      aria-label={`Insert a field: ${labels[name]}`}
      placeholder="Insert a field…"
      data={choices}
      searchable
      nothingFoundMessage="No field is called that."
      value={null}
      onChange={(tag) => tag && insert(name, tag, edit)}
    />
  )
}

const labels: Record<string, string> = {
  subject: 'Subject',
  text_base: 'Text',
  text_sms: 'Text of the SMS',
}

function insert(name: string, tag: string, edit: Edit): void {
  const found = document.getElementById(`field-${name}`)
  const isTyped = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement
  const text = String(edit.values[name] ?? '')
  const start = (isTyped ? found.selectionStart : null) ?? text.length
  const end = (isTyped ? found.selectionEnd : null) ?? start
  edit.form.setFieldValue(name, text.slice(0, start) + tag + text.slice(end))
}
