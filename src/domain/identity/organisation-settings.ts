import type { z } from 'zod'
import { standardGst } from '#domain/kit/gst.ts'
import { accountantSettings } from './accountant-settings.ts'
import { commissionSettings } from './commission-settings.ts'
import { contractSettings } from './contract-settings.ts'
import { lookSettings } from './look-settings.ts'
import { reminderSettings } from './reminder-settings.ts'
import { group } from './setting-groups.ts'
import {
  amountSetting,
  choiceSetting,
  emailSetting,
  gstRatesSetting,
  numberSetting,
  quietHoursSetting,
  shortCodeSetting,
  yesNoSetting,
} from './setting-kinds.ts'

const invoices = group('Billing')
const discounts = group('Discounts and late fees')
const limits = group('Limits and four eyes')
const payees = group('Payees')
const debits = group('Direct debit')
const bank = group('Bank')
const rules = group('Reading and bill rules')
const tax = group('GST and reports')
const messaging = group('Messaging')

/** Settings an organisation may change, each with what holds until it does. */
export const organisationSettings = {
  ...lookSettings,
  least_days_to_pay: numberSetting(5, {
    ...invoices,
    label: 'Least time to pay',
    help: 'An invoice that was approved days ago leaves at least so long when it is sent.',
    unit: 'working days',
  }),
  ppd_grace_working_days: numberSetting(0, {
    ...discounts,
    label: 'Days of grace for the discount',
    help: 'Money that comes so long after the last day still earns it.',
    unit: 'working days',
  }),
  ppd_tolerance_cents: numberSetting(0, {
    ...discounts,
    label: 'Cents that may be missing',
    help: 'The discount is earned although so much was not paid; it stays owing.',
    unit: 'cents',
  }),
  ppd_needs_old_balance: yesNoSetting(true, {
    ...invoices,
    label: 'Older amounts first',
    help: 'Money for an invoice pays what its page carries from before, and then the invoice.',
  }),
  opening_balance_scope: choiceSetting(
    'customer',
    { customer: 'Of the customer', contract: 'Of the contract' },
    {
      ...invoices,
      label: 'Overdue amounts on a page',
      help: 'Whose overdue invoices a new one carries as its opening balance.',
    },
  ),
  split_collection: choiceSetting(
    'direct',
    { direct: 'The customer pays the supplier', through_us: 'The customer pays us' },
    {
      ...invoices,
      label: 'Split billing',
      help: 'Who gets the supplier’s part where a contract is billed in two parts.',
    },
  ),
  send_receipts: yesNoSetting(false, {
    ...invoices,
    label: 'Receipts',
    help: 'Customers get a receipt by mail for what they pay, without anybody sending it.',
  }),
  ...reminderSettings,
  four_eyes_limit: amountSetting('5000.00', {
    ...limits,
    label: 'Second person for invoices above',
    help: 'Whoever approves such an invoice is not who edited it last.',
  }),
  refund_limit: amountSetting('1000.00', {
    ...limits,
    label: 'Refunds by accounting up to',
    help: 'Above it a manager refunds and pays out, with a fresh password.',
  }),
  refund_daily_limit: amountSetting('5000.00', {
    ...limits,
    label: 'Refunds of one person in a day up to',
    help: 'Above it a manager refunds and pays out, with a fresh password.',
  }),
  write_off_limit: amountSetting('5.00', {
    ...limits,
    label: 'Write-offs by accounting up to',
    help: 'Rests above it are given up by a manager.',
  }),
  count_typed_above: numberSetting(
    20,
    {
      ...limits,
      label: 'Type how many leave above',
      help: 'Whoever approves or sends more at once types how many, after a last look.',
      unit: 'recipients',
    },
    { least: 1, most: 10_000 },
  ),
  payee_second_person: yesNoSetting(false, {
    ...payees,
    label: 'Second person for bank accounts',
    help: 'A payee’s bank account changes only when a second person has confirmed it.',
  }),
  payee_hold_days: numberSetting(
    2,
    {
      ...payees,
      label: 'Hold after a changed account',
      help: 'So long no money goes to a bank account that was changed; 0 is at once.',
      unit: 'working days',
    },
    { most: 60 },
  ),
  template_second_person: yesNoSetting(false, {
    ...payees,
    label: 'Second person for templates',
    help: 'What mails and papers say changes only when a second admin has confirmed it.',
  }),
  dd_notice_days: numberSetting(
    10,
    {
      ...debits,
      label: 'Notice before a debit',
      help: 'A customer is told so long before money is collected; theirs is the day it is due.',
      unit: 'days',
    },
    { least: 2, most: 60 },
  ),
  dd_notices: choiceSetting(
    'provider',
    {
      provider: 'With the invoice; the provider sends a notice of its own',
      ours: 'With the invoice and by a notice of ours',
    },
    {
      ...debits,
      label: 'How a debit is announced',
      help: 'Choose ours where the provider was told to send no notices.',
    },
  ),
  dd_late_by_us_grants: yesNoSetting(true, {
    ...debits,
    label: 'Our notice costs no discount',
    help: 'Where the notice makes the debit come after the discount’s last day, it stands.',
  }),
  dd_max_amount: amountSetting('10000.00', {
    ...debits,
    label: 'Most at once',
    help: 'A larger debit is planned by a manager alone.',
  }),
  dd_max_attempts: numberSetting(
    2,
    {
      ...debits,
      label: 'Attempts',
      help: 'How often the same money is asked for where an account was short; 1 never tries again.',
    },
    { least: 1, most: 3 },
  ),
  dd_dishonour_fee: amountSetting('0.00', {
    ...debits,
    label: 'Fee for a debit that was not honoured',
    help: 'Without GST, once per attempt; never for customers in care. 0.00 charges none.',
  }),
  bank_auto_match: yesNoSetting(true, {
    ...bank,
    label: 'Match lines by themselves',
    help: 'Bank lines that are certain need nobody; each can be undone.',
  }),
  bill_tolerance: amountSetting('1.00', {
    ...rules,
    label: 'Tolerance for suppliers’ bills',
    help: 'A bill that differs by no more than this from our own figures may be approved in bulk.',
  }),
  digest_email: emailSetting({
    ...tax,
    label: 'Digest of the books',
    help: 'Who gets it each night, an accountant for example; empty: nobody.',
  }),
  gst_percentages: gstRatesSetting(standardGst, {
    ...tax,
    label: 'GST percentage',
    help: 'What papers are taxed at from a day on, where a contract has no percentage of its own.',
  }),
  gst_period: choiceSetting(
    '2',
    { '1': 'Every month', '2': 'Every two months', '6': 'Every six months' },
    {
      ...tax,
      label: 'GST return',
      help: 'How often it is filed, as registered with Inland Revenue.',
    },
  ),
  gst_period_end: numberSetting(
    3,
    {
      ...tax,
      label: 'A GST period ends with month',
      help: 'One of the months a period ends with: 3 is March, with May, July and so on.',
    },
    { least: 1, most: 12 },
  ),
  gst_basis: choiceSetting(
    'invoice',
    { invoice: 'When it is invoiced', payments: 'When it is paid' },
    {
      ...tax,
      label: 'GST is accounted for',
      help: 'The basis that Inland Revenue agreed to; the books are the same.',
    },
  ),
  financial_year_start: numberSetting(
    4,
    {
      ...tax,
      label: 'The financial year begins with month',
      help: '4 is April, as most companies’ does.',
    },
    { least: 1, most: 12 },
  ),
  ...accountantSettings,
  ...contractSettings,
  ...commissionSettings,
  sms_sender_service: shortCodeSetting({
    ...messaging,
    label: 'Short code for bills and questions',
    help: 'What text messages about bills, reminders and questions come from; empty: none leave.',
  }),
  sms_sender_promotional: shortCodeSetting({
    ...messaging,
    label: 'Short code for offers',
    help: 'The zero-rated one for promotion; empty: no promotional text messages leave.',
  }),
  sms_replies_charged: yesNoSetting(false, {
    ...messaging,
    label: 'Replies are charged',
    help: 'Answers to our short code cost something, and every text message says so.',
  }),
  sms_max_segments: numberSetting(
    6,
    {
      ...messaging,
      label: 'Longest text message',
      help: 'Each part is charged by the gateway; a macron halves what fits into one.',
      unit: 'parts',
    },
    { least: 1, most: 10 },
  ),
  sms_abroad: yesNoSetting(false, {
    ...messaging,
    label: 'Text messages abroad',
    help: 'They may go to mobile phones of other countries.',
  }),
  sms_quiet_hours: quietHoursSetting('20:00-08:00', {
    ...messaging,
    label: 'No text messages between',
    help: 'On the customer’s clock, such as 20:00-08:00; none: at any time.',
  }),
  promo_mail_quiet_hours: quietHoursSetting('21:00-07:00', {
    ...messaging,
    label: 'No promotional mail between',
    help: 'On the customer’s clock, such as 21:00-07:00; none: at any time.',
  }),
  answer_within: numberSetting(
    8,
    {
      ...messaging,
      label: 'Answer within',
      help: 'Whoever has waited longer for an answer stands out in the inbox.',
      unit: 'working hours',
    },
    { least: 1, most: 80 },
  ),
  promo_pause_days: numberSetting(7, {
    ...messaging,
    label: 'Pause between promotions',
    help: 'One promotional message to a contact in so many days.',
    unit: 'days',
  }),
  mail_per_minute: numberSetting(
    600,
    {
      ...messaging,
      label: 'Emails a minute',
      help: 'Bulk messages leave no faster, and answers go before them; 0: no limit.',
      unit: 'emails',
    },
    { most: 100_000 },
  ),
  sms_per_minute: numberSetting(
    120,
    {
      ...messaging,
      label: 'Text messages a minute',
      help: 'Bulk messages leave no faster, and answers go before them; 0: no limit.',
      unit: 'text messages',
    },
    { most: 100_000 },
  ),
  bulk_second_person_above: numberSetting(
    1000,
    {
      ...messaging,
      label: 'Second person for bulk messages above',
      help: 'Whoever starts one to more people is not who edited it last.',
      unit: 'recipients',
    },
    { most: 1_000_000 },
  ),
} as const

/**
 * Whoever changes these opens the way to the money, or writes on every paper where it is to be paid
 * or who is to be called about it: that takes a password, and is told.
 */
export const guardingSettings: readonly SettingName[] = [
  'payee_second_person',
  'payee_hold_days',
  'template_second_person',
  'refund_limit',
  'refund_daily_limit',
  'four_eyes_limit',
  'bulk_second_person_above',
  'write_off_limit',
  'dd_max_amount',
  'look_footer',
  'complaint_words',
]

export type SettingName = keyof typeof organisationSettings
export type SettingValue<N extends SettingName> = z.infer<
  (typeof organisationSettings)[N]['schema']
>
export type Setting = (typeof organisationSettings)[SettingName]

/** The setting that a name means, whatever its capitals; undefined for names of others. */
export function settingNamed(name: string): Setting | undefined {
  const known = name.toLowerCase()
  // The lookup is the check; TypeScript cannot see it.
  return Object.hasOwn(organisationSettings, known)
    ? organisationSettings[known as SettingName]
    : undefined
}
