import { group } from './setting-groups.ts'
import { codeListSetting, wordsSetting } from './setting-kinds.ts'

const tax = group('GST and reports')

/** What the accountant's own program calls our accounts and taxes. */
export const accountantSettings = {
  account_codes: codeListSetting({
    ...tax,
    label: 'The accountant’s account codes',
    help: 'Such as 4000=200, 2300=820; an account that is not named keeps our number.',
  }),
  xero_income_tax: wordsSetting('15% GST on Income', {
    ...tax,
    label: 'Xero’s name of GST on sales',
    help: 'As Xero shows it among its tax rates.',
  }),
  xero_expense_tax: wordsSetting('15% GST on Expenses', {
    ...tax,
    label: 'Xero’s name of GST on purchases',
    help: 'As Xero shows it among its tax rates.',
  }),
  xero_no_tax: wordsSetting('No GST', {
    ...tax,
    label: 'Xero’s name of no GST',
    help: 'For what passes through and for journals.',
  }),
  myob_tax_code: wordsSetting('S15', {
    ...tax,
    label: 'MYOB’s code of GST on sales',
    help: 'As MYOB shows it among its tax codes.',
  }),
  myob_purchase_tax_code: wordsSetting('S15', {
    ...tax,
    label: 'MYOB’s code of GST on purchases',
    help: 'As MYOB shows it among its tax codes.',
  }),
  myob_no_tax_code: wordsSetting('N-T', {
    ...tax,
    label: 'MYOB’s code of no GST',
    help: 'For what passes through.',
  }),
}
