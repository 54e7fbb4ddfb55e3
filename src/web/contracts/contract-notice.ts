import { contractSettings } from '#domain/identity/contract-settings.ts'
import { useSetting } from '#web/identity/use-setting.ts'

/** How many days before its end a contract counts as expiring, as the organisation wants it. */
export const useExpiringDays = (): number =>
  useSetting('contract_expiring_days', contractSettings.contract_expiring_days)

/** How many days ahead customers hear of new rates. */
export const useNoticeDays = (): number =>
  useSetting('rate_notice_days', contractSettings.rate_notice_days)
