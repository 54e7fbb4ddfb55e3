import { ruleBook } from '#domain/identity/rule-book.ts'

const warning = { severity: 'warning', isOn: true, parameters: {} } as const
const note = { ...warning, severity: 'information' } as const
const error = { ...warning, severity: 'error' } as const
// A printed figure may be from ours by rounding alone: two cents, or one for each line.
const slack = { cents: 2, cents_per_line: 1 } as const

/** What a supplier's bill is held against before it is owed. */
export const billRuleBook = ruleBook(
  {
    E01: {
      ...error,
      title: 'No contract',
      effect: 'No contract has the bill’s account number or connection.',
      always: 'Without a contract nobody is billed for what it costs.',
    },
    E02: {
      ...error,
      title: 'Another supplier',
      effect: 'The contract is with another supplier than the bill.',
      always: 'Money would be owed to the wrong supplier.',
    },
    E03: {
      ...error,
      title: 'No period',
      effect: 'The bill says no first or no last day.',
      always: 'Its days could not be billed on.',
    },
    E04: {
      ...error,
      title: 'No supplier',
      effect: 'The bill names no supplier.',
      always: 'Nobody would be owed the money.',
    },
    W01: {
      ...warning,
      title: 'Period billed twice',
      effect: 'Another bill of the contract covers some of its days.',
    },
    W02: {
      ...warning,
      title: 'Outside the contract',
      effect: 'It has days before the contract starts or after it ends.',
    },
    W03: {
      ...warning,
      title: 'Lines and amounts',
      effect: 'Its amounts add up to more or less than quantities times rates.',
      parameters: slack,
    },
    W04: {
      ...warning,
      title: 'Printed total',
      effect: 'The printed total is not what its lines come to.',
      parameters: slack,
    },
    W05: {
      ...warning,
      title: 'GST',
      effect: 'The printed GST or percentage is not that of the bill’s day.',
      parameters: slack,
    },
    W06: { ...warning, title: 'No due date', effect: 'It says no day by which it is due.' },
    W07: {
      ...warning,
      title: 'Unusually high',
      effect: 'It charges so many times as much a day as the bills before it did.',
      parameters: { times: '2', bills_needed: 2, bills_compared: 6 },
    },
    W08: {
      ...warning,
      title: 'Recalculation',
      effect:
        'By our buy rates it comes to another sum, by more than the tolerance in the settings.',
    },
    W09: { ...warning, title: 'No lines', effect: 'It says what is due, and not for what.' },
    W10: {
      ...warning,
      title: 'Account number',
      effect: 'It is for another account with the supplier than the contract’s.',
    },
    W11: {
      ...warning,
      title: 'Opening balance',
      effect: 'It carries a balance that our books do not know.',
      always: 'Whoever approves says whether the difference is owed.',
    },
    I01: { ...note, title: 'Credit', effect: 'The supplier owes us.' },
    I02: {
      ...note,
      title: 'Not recalculated',
      effect: 'There are no buy rates or readings to compute it from.',
    },
    I03: {
      ...note,
      title: 'Days between bills',
      effect: 'So many days lie between it and the bill before it.',
      parameters: { days: 1 },
    },
  },
  {
    isWeighed: false,
    labels: {
      cents: 'Cents it may differ by',
      cents_per_line: 'Or cents for each line',
      times: 'Times the usual charges a day',
      bills_needed: 'Bills before it, at least',
      bills_compared: 'Bills before it, at most',
      days: 'Days, at least',
    },
  },
)

export type BillRules = typeof billRuleBook.defaults
export type BillCheckCode = keyof BillRules
