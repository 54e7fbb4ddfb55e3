import { bankaccount } from '#domain/bank/bankaccount.ts'
import { bankimport, stagedbankline } from '#domain/bank/bankimport.ts'
import { bankrule } from '#domain/bank/bankrule.ts'
import { bankstatement } from '#domain/bank/bankstatement.ts'
import { banktransaction } from '#domain/bank/banktransaction.ts'
import { payeralias } from '#domain/bank/payeralias.ts'
import { bill } from '#domain/bills/bill.ts'
import { adjustment } from '#domain/books/adjustment.ts'
import { manualentry } from '#domain/books/manualentry.ts'
import { accounttransaction, transaction } from '#domain/books/transaction.ts'
import { commission } from '#domain/commissions/commission.ts'
import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import { contractpartner } from '#domain/commissions/contractpartner.ts'
import { partnerterm } from '#domain/commissions/partnerterm.ts'
import { ddevent } from '#domain/directdebit/ddevent.ts'
import { mandate } from '#domain/directdebit/mandate.ts'
import { payout } from '#domain/directdebit/payout.ts'
import { accountantfile } from '#domain/exports/accountantfile.ts'
import { exportjob } from '#domain/exports/export.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { gstreturn } from '#domain/reports/gstreturn.ts'
import { reportschedule } from '#domain/reports/schedule/reportschedule.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import { billimport, stagedbillline } from './bills/billimport.ts'
import { contract } from './contracts/contract.ts'
import { rate, supplierrate } from './contracts/rate.ts'
import { rateimport, stagedrate } from './contracts/rateimport.ts'
import { rateupdate, supplierrateupdate } from './contracts/rateupdate.ts'
import { signature } from './contracts/signature.ts'
import { customer } from './customers/customer.ts'
import { file } from './files/file.ts'
import { folder } from './files/folder.ts'
import { membership, role } from './identity/membership.ts'
import { organisation } from './identity/organisation.ts'
import { option, organisationconfig } from './identity/settings.ts'
import { staff } from './identity/staff.ts'
import { user } from './identity/user.ts'
import type { Entity } from './kit/entity.ts'
import { bulkmessage } from './messaging/bulk/bulkmessage.ts'
import { bulkrecipient } from './messaging/bulk/bulkrecipient.ts'
import { cannedreply } from './messaging/cannedreply.ts'
import { carestop } from './messaging/checks/carestop.ts'
import { consent } from './messaging/consent.ts'
import { message } from './messaging/message.ts'
import { messageblacklist } from './messaging/messageblacklist.ts'
import { messagetemplate } from './messaging/messagetemplate.ts'
import { platformtemplate } from './messaging/platformtemplate.ts'
import { thread } from './messaging/thread.ts'
import { meter } from './meters/meter.ts'
import { meterreading } from './meters/meterreading.ts'
import { meterregister } from './meters/meterregister.ts'
import { network } from './meters/network.ts'
import { readingimport, stagedreading } from './meters/readingimport.ts'
import { enquiry } from './operations/enquiry.ts'
import { note } from './operations/note.ts'
import { partner } from './partners/partner.ts'
import { billpayment, invoicepayment } from './payments/payment.ts'
import { supplier } from './suppliers/supplier.ts'
import { task } from './tasks/task.ts'
import { faq } from './website/faq.ts'
import { notification } from './website/notification.ts'
import { pagecontent } from './website/pagecontent.ts'
import { website } from './website/website.ts'

/**
 * Every entity of the product: references are looked up here, the schema test compares each with its
 * table, and the generic tests walk them all. Calls and screens are listed in `routes.ts` of the server
 * and in `screens.ts`.
 */
export const entities: readonly Entity[] = [
  customer,
  supplier,
  partner,
  partnerterm,
  staff,
  contract,
  rate,
  rateupdate,
  rateimport,
  stagedrate,
  supplierrate,
  supplierrateupdate,
  signature,
  network,
  meter,
  meterregister,
  meterreading,
  readingimport,
  stagedreading,
  proposal,
  bill,
  billimport,
  stagedbillline,
  invoice,
  billingrun,
  adjustment,
  invoicepayment,
  billpayment,
  mandate,
  payout,
  ddevent,
  contractpartner,
  commission,
  commissionstatement,
  transaction,
  accounttransaction,
  manualentry,
  bankaccount,
  bankimport,
  stagedbankline,
  bankstatement,
  banktransaction,
  bankrule,
  payeralias,
  gstreturn,
  reportschedule,
  exportjob,
  accountantfile,
  note,
  task,
  file,
  folder,
  enquiry,
  message,
  thread,
  messagetemplate,
  messageblacklist,
  cannedreply,
  consent,
  carestop,
  bulkmessage,
  bulkrecipient,
  website,
  faq,
  membership,
  organisationconfig,
  option,
  user,
  organisation,
  role,
  pagecontent,
  platformtemplate,
  notification,
]

const byName = new Map(entities.map((entity) => [entity.name, entity]))

export function entityNamed(name: string): Entity | undefined {
  return byName.get(name)
}
