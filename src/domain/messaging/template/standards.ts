import * as adjustment from './standards/adjustment.ts'
import * as answer from './standards/answer.ts'
import * as commission from './standards/commission.ts'
import * as contract from './standards/contract.ts'
import { customerContext } from './standards/customer.ts'
import * as debit from './standards/debit.ts'
import * as invoice from './standards/invoice.ts'
import * as money from './standards/money.ts'
import type { StandardTemplate } from './standards/standard.ts'
import type { ValuesOf } from './template-context.ts'

/** Everything a template can be about. */
export const templateContexts = {
  customer: customerContext,
  invoice: invoice.invoiceContext,
  reminder: invoice.reminderContext,
  new_dates: invoice.newDatesContext,
  correction: invoice.correctionContext,
  payment: money.paymentContext,
  statement: money.statementContext,
  adjustment: adjustment.adjustmentContext,
  adjustment_reminder: adjustment.adjustmentReminderContext,
  contract: contract.contractContext,
  rate_update: contract.rateUpdateContext,
  remittance: money.remittanceContext,
  commission: commission.commissionContext,
  commission_cancelled: commission.commissionCancelledContext,
  debit: debit.debitContext,
  answer: answer.answerContext,
} as const
export type ContextName = keyof typeof templateContexts
export const contextNames = Object.keys(templateContexts) as [ContextName, ...ContextName[]]

/** The mails that leave by themselves, each with the words it has until somebody changes them. */
export const standards = {
  invoice: invoice.invoiceStandard,
  reminder: invoice.reminderStandard,
  reminder_2: invoice.secondReminderStandard,
  reminder_3: invoice.thirdReminderStandard,
  new_dates: invoice.newDatesStandard,
  correction: invoice.correctionStandard,
  receipt: money.receiptStandard,
  statement: money.statementStandard,
  adjustment: adjustment.adjustmentStandard,
  adjustment_reminder: adjustment.adjustmentReminderStandard,
  offer: contract.offerStandard,
  rate_notice: contract.rateNoticeStandard,
  remittance: money.remittanceStandard,
  commission_statement: commission.commissionStandard,
  commission_cancelled: commission.commissionCancelledStandard,
  debit_invitation: debit.debitInvitationStandard,
  debit_setup: debit.debitSetUpStandard,
  debit_planned: debit.debitPlannedStandard,
  debit_changed: debit.debitChangedStandard,
  debit_failed: debit.debitFailedStandard,
  debit_cancelled: debit.debitCancelledStandard,
  answer: answer.answerStandard,
} as const
export type TemplateKey = keyof typeof standards
export const templateKeys = Object.keys(standards) as [TemplateKey, ...TemplateKey[]]

/** The same, where it does not matter which. */
export const standardOf = (key: TemplateKey): StandardTemplate<ContextName> => standards[key]

/** What a mail of this key must be given to be printed. */
export type KeyValues<K extends TemplateKey> = ValuesOf<
  (typeof templateContexts)[(typeof standards)[K]['context']]
>
