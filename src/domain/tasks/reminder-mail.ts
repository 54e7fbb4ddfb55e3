import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'

export interface RemindedTask {
  id: number
  subject: string
  text_plain: string | null
  due_date: string | null
}

interface Reminder {
  name: string
  tasks: readonly [RemindedTask, ...RemindedTask[]]
  /** Where the product is reached. */
  url: string
}

/** Reminds a colleague of a task, or of all of a morning's in one mail. */
export function reminderMail({ name, tasks, url }: Reminder): { subject: string; text: string } {
  const [first] = tasks
  const paragraphs = [`Kia ora ${name}`, ...tasks.map((one) => wordsOf(one, url))]
  return {
    subject:
      tasks.length === 1
        ? `Reminder: ${first.subject}`
        : `Reminder: ${plural(tasks.length, 'task')}`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

function wordsOf({ id, subject, text_plain, due_date }: RemindedTask, url: string): string {
  const lines = [
    subject,
    due_date && `Due ${formatDayShort(due_date)}`,
    text_plain,
    `${url}/app/task?id=${id}`,
  ]
  return lines.filter(Boolean).join('\n')
}
