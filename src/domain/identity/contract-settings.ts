import { group } from './setting-groups.ts'
import { numberSetting } from './setting-kinds.ts'

const contracts = group('Contracts and customers')

/** How long ahead, and how long after, the office hears of what its contracts need. */
export const contractSettings = {
  rate_notice_days: numberSetting(30, {
    ...contracts,
    label: 'Notice of new rates',
    help: 'Customers hear of new rates so long ahead.',
    unit: 'days',
  }),
  contract_expiring_days: numberSetting(90, {
    ...contracts,
    label: 'Contract is expiring',
    help: 'So long before its end it counts as expiring.',
    unit: 'days',
  }),
  not_invoiced_days: numberSetting(35, {
    ...contracts,
    label: 'Overdue for an invoice',
    help: 'An active customer who was billed up to a day longer ago than this.',
    unit: 'days',
  }),
}
