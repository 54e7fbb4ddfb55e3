import { z } from 'zod'

const days = (initial: number) => ({ initial, schema: z.int().min(0).max(3650) })

/** Settings an organisation may change, each with what holds until it does. */
export const organisationSettings = {
  /** Customers hear of new rates this many days ahead. */
  rate_notice_days: days(30),
  /** A contract counts as expiring this many days before its end. */
  contract_expiring_days: days(90),
  /** An active customer billed up to longer ago than this is overdue for an invoice. */
  not_invoiced_days: days(35),
} as const

export type SettingName = keyof typeof organisationSettings
