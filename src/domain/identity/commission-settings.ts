import { group } from './setting-groups.ts'
import { amountSetting, choiceSetting, numberSetting } from './setting-kinds.ts'

const commissions = group('Commissions')

/** What partners earn, when, and from which sum on they are paid. */
export const commissionSettings = {
  commission_base: choiceSetting(
    'service_fee',
    {
      service_fee: 'The service fee',
      charges: 'Energy charges after discount',
      margin: 'What is left after suppliers’ bills',
    },
    {
      ...commissions,
      label: 'Partners earn a share of',
      help: 'Without GST, of the invoices that are sent from now on.',
    },
  ),
  signup_earned_at: choiceSetting(
    'first_cleared',
    { first_cleared: 'With the first invoice that is paid', accepted: 'When it is accepted' },
    {
      ...commissions,
      label: 'Bringing a contract is earned',
      help: 'For contracts that are accepted from now on.',
    },
  ),
  signup_clawback_months: numberSetting(
    12,
    {
      ...commissions,
      label: 'A contract lasts at least',
      help: 'One that ends earlier takes back its part of what bringing it earned; 0: nothing.',
      unit: 'months',
    },
    { most: 120 },
  ),
  commission_minimum_payout: amountSetting('20.00', {
    ...commissions,
    label: 'Least that is paid to a partner',
    help: 'Less is carried to the next statement.',
  }),
}
