import type { InForce } from '#domain/messaging/messagetemplate-calls.ts'
import type { TemplatePart } from '#domain/messaging/template/check-template.ts'
import { type ContextName, templateContexts } from '#domain/messaging/template/standards.ts'

/** Whose words a mail has, as the list says it. */
export const inForceWords: Record<InForce, { label: string; explanation: string }> = {
  own: { label: 'Your words', explanation: 'You have changed it; your words are in force.' },
  platform: { label: 'Standard', explanation: 'The standard words of this platform.' },
  standard: { label: 'Standard', explanation: 'The words it came with.' },
}

export const partLabels: Record<TemplatePart, string> = {
  subject: 'Subject',
  text_base: 'Text',
  text_loop: 'Repeated part',
  html: 'HTML',
}
export const templateParts = ['subject', 'text_base', 'text_loop', 'html'] as const

export const contextLabel = (context: ContextName) => templateContexts[context].label

/** What of a form is a template's words. */
export function wordsOf(values: Record<string, unknown>) {
  const text = (name: TemplatePart) => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    subject: text('subject'),
    text_base: text('text_base'),
    text_loop: text('text_loop'),
    html: text('html'),
  }
}
