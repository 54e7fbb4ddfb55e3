/** In the order in which they are shown. */
export const settingGroups = [
  'Organisation',
  'Papers and look',
  'Billing',
  'Discounts and late fees',
  'Reminders',
  'Limits and four eyes',
  'Numbers',
  'Users and permissions',
  'Lists of choices',
  'Imports',
  'Reading and bill rules',
  'Contracts and customers',
  'Messaging',
  'Bank',
  'Payees',
  'Direct debit',
  'Commissions',
  'GST and reports',
  'Security',
  'Yourself',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** The heading that a setting stands under. */
export const group = (name: SettingGroup) => ({ group: name })
