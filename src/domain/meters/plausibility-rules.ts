import { ruleBook } from '#domain/identity/rule-book.ts'

/** The rules a reading is held against. */
export const readingRuleBook = ruleBook(
  {
    R01: {
      title: 'Negative use',
      effect: 'A reading that is lower than the one before, where the dials did not go round.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
    R02: {
      title: 'Dials probably went round',
      effect: 'A lower reading that makes sense if the dials began anew; the flag is proposed.',
      severity: 'warning',
      isOn: true,
      // The use after going round is at most this much of all the dials can show.
      parameters: { percent_of_dials: '20' },
    },
    R03: {
      title: 'Meter was not there',
      effect:
        'A reading before the meter was installed, after it was removed, or of another meter.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
    R04: {
      title: 'Much higher than before',
      effect: 'Use a day that is so many times what was usual in the days before.',
      severity: 'warning',
      isOn: true,
      parameters: { factor: '3', minimum_quantity: '100', history_days: 25 },
    },
    R05: {
      title: 'Much lower than before',
      effect: 'Use a day that is so small a part of what was usual in the days before.',
      severity: 'warning',
      isOn: true,
      parameters: { factor: '0.2', minimum_quantity: '100', history_days: 25 },
    },
    R06: {
      title: 'More than the capacity allows',
      effect: 'More than the connection’s capacity can carry in these days.',
      severity: 'error',
      isOn: true,
      // Three phases are the most a fuse in amperes can stand for.
      parameters: { hours_per_day: '24', volts: '230', phases: 3, tolerance_percent: '10' },
    },
    R07: {
      title: 'Gap between readings',
      effect: 'So many days without a reading, or days that no period covers.',
      severity: 'warning',
      isOn: true,
      parameters: { days: 65, uncovered_days: 0 },
    },
    R08: {
      title: 'Overlapping periods',
      effect: 'A period with days of which we have the use already.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
    R09: {
      title: 'Already there',
      effect: 'The same figure for the same day; it is left out.',
      severity: 'information',
      isOn: true,
      parameters: {},
    },
    R10: {
      title: 'Another value for the day',
      effect: 'Another figure for a day that has one.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
    R11: {
      title: 'Estimated for too long',
      effect: 'So many estimates in a row, or so many days since somebody read the meter.',
      severity: 'warning',
      isOn: true,
      parameters: { days: 120, in_a_row: 4 },
    },
    R12: {
      title: 'In the future',
      effect: 'A reading of a day after today.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
    R13: {
      title: 'More digits than dials',
      effect: 'A figure that the register’s dials cannot show.',
      severity: 'error',
      isOn: true,
      parameters: {},
    },
  },
  {
    isWeighed: true,
    labels: {
      percent_of_dials: 'Share of the dials, %',
      factor: 'Times the usual use',
      minimum_quantity: 'Only above this quantity',
      history_days: 'Days of history needed',
      hours_per_day: 'Hours per day',
      volts: 'Volts',
      phases: 'Phases',
      tolerance_percent: 'Tolerance, %',
      days: 'Days',
      uncovered_days: 'Days not covered',
      in_a_row: 'Estimates in a row',
    },
  },
)

export type Rules = typeof readingRuleBook.defaults
export type RuleCode = keyof Rules

/** The rules of an organisation that has changed nothing. */
export const defaultRules: Rules = readingRuleBook.defaults
export const RULE_CODES: readonly RuleCode[] = readingRuleBook.codes
export const rulesFor = readingRuleBook.rulesFor
