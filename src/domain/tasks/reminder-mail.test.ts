import { expect, test } from 'vitest'
import { reminderMail } from './reminder-mail.ts'

const one = {
  id: 7,
  subject: 'Ring the marae',
  text_plain: 'About the new rates.',
  due_date: '2026-11-20',
}

test('one task is named in the subject, with its day and where it opens', () => {
  const mail = reminderMail({ name: 'Aroha', tasks: [one], url: 'https://desk.example' })
  expect(mail.subject).toBe('Reminder: Ring the marae')
  expect(mail.text).toBe(`Kia ora Aroha

Ring the marae
Due 20 Nov 2026
About the new rates.
https://desk.example/app/task?id=7
`)
})

test('several tasks of a morning are one mail', () => {
  const other = { id: 8, subject: 'Pay Huia Gas', text_plain: null, due_date: null }
  const mail = reminderMail({ name: 'Aroha', tasks: [one, other], url: '' })
  expect(mail.subject).toBe('Reminder: 2 tasks')
  expect(mail.text).toContain('\n\nPay Huia Gas\n/app/task?id=8\n')
})
