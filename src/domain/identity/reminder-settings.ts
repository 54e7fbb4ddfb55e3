import {
  classesAsked,
  classesInWords,
  reminderClasses,
  reminderSteps,
  stepsAsked,
  stepsInWords,
} from './reminder-plan.ts'
import { group } from './setting-groups.ts'
import { amountSetting, numberSetting } from './setting-kinds.ts'

const fees = group('Discounts and late fees')
const reminders = group('Reminders')

/** What follows when money does not come in time. */
export const reminderSettings = {
  late_fee_amount: amountSetting('10.00', {
    ...fees,
    label: 'Late fee',
    help: 'Without GST; 0.00 charges none.',
  }),
  late_fee_grace_days: numberSetting(2, {
    ...fees,
    label: 'Days until a late fee',
    help: 'So long after the due date.',
    unit: 'working days',
  }),
  late_fee_minimum: amountSetting('20.00', {
    ...fees,
    label: 'Late fees from',
    help: 'No fee where less than this is owed.',
  }),
  dishonour_fee_amount: amountSetting('0.00', {
    ...fees,
    label: 'Fee for a dishonoured payment',
    help: 'Without GST, for a payment that the bank took back; 0.00 charges none.',
  }),
  reminder_steps: {
    kind: 'reminder-steps' as const,
    ...reminders,
    label: 'Reminders',
    help: 'Working days after the due date on which one goes out, in which words and by which way.',
    unit: 'working days' as const,
    initial: reminderSteps.parse([3, 10, 20]),
    schema: reminderSteps,
    asks: stepsAsked,
    inWords: stepsInWords,
  },
  reminder_steps_by_class: {
    kind: 'reminder-classes' as const,
    ...reminders,
    label: 'Reminders by customer type',
    help: 'Customers of a type with steps of its own are reminded by those, all others as everybody.',
    unit: 'working days' as const,
    initial: reminderClasses.parse({}),
    schema: reminderClasses,
    asks: classesAsked,
    inWords: classesInWords,
  },
  reminder_pause_days: numberSetting(5, {
    ...reminders,
    label: 'Pause between reminders',
    help: 'So long a customer hears nothing more about money.',
    unit: 'working days',
  }),
}
