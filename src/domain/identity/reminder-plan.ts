import { z } from 'zod'
import { humanise } from '#domain/kit/wording.ts'

/** The words of the first reminder, of the second, and of those after it. */
export const reminderWords = {
  reminder: 'Reminder',
  reminder_2: 'Second reminder',
  reminder_3: 'Third reminder',
} as const
export type ReminderWords = keyof typeof reminderWords

/** The ways a reminder goes; a text message only to who agreed to it. */
export const reminderChannels = {
  both: 'Email, and SMS to who agreed to it',
  email: 'Email alone',
  sms: 'SMS to who agreed to it, else email',
} as const
export type ReminderChannel = keyof typeof reminderChannels

/** One reminder of what is overdue: when it goes out, in which words, by which way. */
export interface ReminderStep {
  /** Working days after the due date. */
  days: number
  /** The words of one of ours, or a template of the organisation's own by its id. */
  template: ReminderWords | number
  channel: ReminderChannel
  /** Whether it tells of the late fee that waits for the next invoice. */
  tells_fee: boolean
}

// The keys of the tables are their names.
const wordNames = Object.keys(reminderWords) as [ReminderWords, ...ReminderWords[]]
const channelNames = Object.keys(reminderChannels) as [ReminderChannel, ...ReminderChannel[]]

const days = z.int().min(0).max(365)
const givenStep = z.union([
  days,
  z.strictObject({
    days,
    template: z.union([z.enum(wordNames), z.int().positive()]).optional(),
    channel: z.enum(channelNames).optional(),
    tells_fee: z.boolean().optional(),
  }),
])
type GivenStep = z.infer<typeof givenStep>

/** Steps as stored, a day alone or with its particulars, read as whole steps in their order. */
export const reminderSteps = z
  .array(givenStep)
  .max(10)
  .transform(wholeSteps)
  .refine((steps) => new Set(steps.map((step) => step.days)).size === steps.length)

/** Steps of their own for customers of a type. */
export const reminderClasses = z
  .record(z.string().regex(/^[^\p{C}]{1,60}$/u), reminderSteps)
  .refine((classes) => Object.keys(classes).length <= 20)
export type ReminderClasses = z.infer<typeof reminderClasses>

export const stepsAsked =
  'Up to ten steps, each on its own day: whole numbers from 0 to 365, or days with ' +
  `template (${wordNames.join(', ')} or the id of your own), channel (${channelNames.join(', ')}) ` +
  'and tells_fee (true, false).'
export const classesAsked = `Customer types, each with its steps. ${stepsAsked}`

function wholeSteps(given: readonly GivenStep[]): ReminderStep[] {
  const steps = given.map((step) => (typeof step === 'number' ? { days: step } : step))
  return steps
    .toSorted((a, b) => a.days - b.days)
    .map(({ days, template, channel = 'both', tells_fee = true }, at) => ({
      ...{ days, channel, tells_fee },
      template: template ?? wordsAt(at + 1),
    }))
}

/** The words a step has by its place among the others. */
export function wordsAt(place: number): ReminderWords {
  return place <= 1 ? 'reminder' : place === 2 ? 'reminder_2' : 'reminder_3'
}

/** A step with its place among the others: the first, the second or a later one. */
export interface PlannedStep extends ReminderStep {
  place: number
}

/** How customers of a type are reminded: as their type is, else as everybody. */
export function planFor(
  common: readonly ReminderStep[],
  classes: ReminderClasses,
  customer_type: string | null,
): PlannedStep[] {
  const own = customer_type !== null && Object.hasOwn(classes, customer_type)
  const steps = (own ? classes[customer_type] : undefined) ?? common
  return steps.map((step, at) => ({ ...step, place: at + 1 }))
}

/** A reminder by hand is a first one. */
export function stepByHand([first]: readonly PlannedStep[]): PlannedStep {
  return first ?? { days: 0, template: wordsAt(1), channel: 'both', tells_fee: true, place: 1 }
}

export function stepsInWords(steps: readonly ReminderStep[]): string {
  if (steps.length === 0) return 'None'
  return `After ${steps.map((step, at) => stepInWords(step, at + 1)).join(', ')} working days`
}

function stepInWords({ days, template, channel, tells_fee }: ReminderStep, place: number): string {
  const apart = [
    ...(template === wordsAt(place) ? [] : [wordsOf(template)]),
    ...(channel === 'both' ? [] : [channel === 'email' ? 'email alone' : 'SMS first']),
    ...(tells_fee ? [] : ['the fee untold']),
  ]
  return apart.length === 0 ? `${days}` : `${days} (${apart.join(', ')})`
}

const wordsOf = (template: ReminderStep['template']) =>
  typeof template === 'number'
    ? `template ${template}`
    : `in the words of the ${reminderWords[template].toLowerCase()}`

export function classesInWords(classes: ReminderClasses): string {
  const told = Object.entries(classes).map(
    ([type, steps]) => `${humanise(type)}: ${stepsInWords(steps).toLowerCase()}`,
  )
  return told.join('; ') || 'All as everybody'
}
