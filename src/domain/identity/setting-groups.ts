/** In the order in which they are shown. */
export const settingGroups = [
  'Papers and look',
  'Invoices and discounts',
  'Late fees and reminders',
  'Limits and four eyes',
  'Payees',
  'Direct debit',
  'Bank and suppliers',
  'Tax and reports',
  'Contracts and customers',
  'Commissions',
  'Messaging',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** The heading that a setting stands under. */
export const group = (name: SettingGroup) => ({ group: name })
