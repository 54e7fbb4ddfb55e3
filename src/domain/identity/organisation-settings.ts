import { z } from 'zod'

const days = (initial: number) => ({ initial, schema: z.int().min(0).max(3650) })
const amount = (initial: string) => ({
  initial,
  schema: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/),
})
const yesNo = (initial: boolean) => ({ initial, schema: z.boolean() })

const quietHours = (initial: string) => ({
  initial,
  schema: z.string().regex(/^none$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/),
})
const sender = () => ({ initial: '' as string, schema: z.string().regex(/^$|^\+?\d{3,15}$/) })

/** Settings an organisation may change, each with what holds until it does. */
export const organisationSettings = {
  /** Customers hear of new rates this many days ahead. */
  rate_notice_days: days(30),
  /** A contract counts as expiring this many days before its end. */
  contract_expiring_days: days(90),
  /** An active customer billed up to longer ago than this is overdue for an invoice. */
  not_invoiced_days: days(35),
  /** Above this, whoever approves an invoice is not who edited it last. */
  four_eyes_limit: amount('5000.00'),
  /** Rests up to this may be written off by accounting. */
  write_off_limit: amount('5.00'),
  /** Accounting refunds and cancels up to this; above it a manager does. */
  refund_limit: amount('1000.00'),
  /** An invoice that was approved days ago leaves at least these working days to pay. */
  least_days_to_pay: days(5),
  late_fee_amount: amount('10.00'),
  late_fee_grace_days: days(2),
  late_fee_minimum: amount('20.00'),
  /** Without GST, for a payment that the bank took back; nothing unless somebody says so. */
  dishonour_fee_amount: amount('0.00'),
  /** Working days after the due date on which reminders go out. */
  reminder_steps: {
    initial: [3, 10, 20] as number[],
    schema: z.array(z.int().min(0).max(365)).max(10),
  },
  /** Working days between two contacts about money. */
  reminder_pause_days: days(5),
  bill_tolerance: amount('1.00'),
  split_collection: {
    initial: 'direct' as 'direct' | 'through_us',
    schema: z.enum(['direct', 'through_us']),
  },
  /** Whose overdue items a page carries: all of the customer's, or those of its contract. */
  opening_balance_scope: {
    initial: 'customer' as 'customer' | 'contract',
    schema: z.enum(['customer', 'contract']),
  },
  /** Customers get a receipt by mail for what they pay, without anybody sending it. */
  send_receipts: yesNo(false),
  /** Who gets the digest of the books each night, an accountant for example; nobody unless set. */
  digest_email: { initial: '' as string, schema: z.union([z.literal(''), z.email()]) },
  /** A payee's bank account changes only when a second person has confirmed it. */
  payee_second_person: yesNo(false),
  /** Working days before money goes to a bank account that was changed; 0 is at once. */
  payee_hold_days: { initial: 2, schema: z.int().min(0).max(60) },
  /** Bank lines that are certain are matched by themselves. */
  bank_auto_match: yesNo(true),
  /** Days between two promotional messages to one contact. */
  promo_pause_days: days(7),
  /** When no text messages leave, on the customer's clock; none for never. */
  sms_quiet_hours: quietHours('20:00-08:00'),
  /** The same for promotional mail. */
  promo_mail_quiet_hours: quietHours('21:00-07:00'),
  /** The short code that text messages about bills and questions come from. */
  sms_sender_service: sender(),
  /** The zero-rated one of promotional text messages; empty: none can be sent. */
  sms_sender_promotional: sender(),
  /** Answers to our short code cost something, and every text message says so. */
  sms_replies_charged: yesNo(false),
  sms_max_segments: { initial: 6, schema: z.int().min(1).max(10) },
  /** Text messages may go to mobile phones of other countries. */
  sms_abroad: yesNo(false),
  ppd_needs_old_balance: yesNo(true),
  ppd_tolerance_cents: days(0),
  ppd_grace_working_days: days(0),
} as const

/** Whoever turns these off opens the way to the money: that takes a password, and is told. */
export const guardingSettings: readonly SettingName[] = ['payee_second_person', 'payee_hold_days']

export type SettingName = keyof typeof organisationSettings
export type SettingValue<N extends SettingName> = (typeof organisationSettings)[N]['initial']
