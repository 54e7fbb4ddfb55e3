import { z } from 'zod'
import { type ReminderStep, reminderChannels, wordsAt } from '#domain/identity/reminder-plan.ts'

// Nothing is refused while it is typed: the setting reads it when it is saved.
const step = z.object({
  days: z.coerce.string(),
  template: z.union([z.string(), z.number()]),
  channel: z.string(),
  tells_fee: z.boolean(),
})
const steps = z.array(step)
const classes = z.record(z.string(), steps)

/** A step as it is being typed. */
export type TypedStep = z.infer<typeof step>
export type TypedClasses = z.infer<typeof classes>

export const readSteps = (typed: string): TypedStep[] => steps.parse(JSON.parse(typed))
export const readClasses = (typed: string): TypedClasses => classes.parse(JSON.parse(typed))

/** One more, in the words that its place has. */
export function nextStep(before: readonly TypedStep[]): TypedStep {
  const standard: Pick<ReminderStep, 'channel' | 'tells_fee'> = { channel: 'both', tells_fee: true }
  return { days: '', template: wordsAt(before.length + 1), ...standard }
}

const wholeDays = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : text)
const storedSteps = (typed: readonly TypedStep[]) =>
  typed.map((one) => ({ ...one, days: wholeDays(one.days) }))

export const stepsFrom = (typed: string) => storedSteps(readSteps(typed))
export const classesFrom = (typed: string) =>
  Object.fromEntries(
    Object.entries(readClasses(typed)).map(([type, own]) => [type, storedSteps(own)]),
  )

export const channelChoices = Object.entries(reminderChannels).map(([value, label]) => ({
  value,
  label,
}))
