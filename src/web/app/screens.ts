import { type ComponentType, createElement } from 'react'
import type { Path } from '#domain/access/routes.ts'
import type { Entity } from '#domain/kit/entity.ts'

type Load = () => Promise<{ Screen: ComponentType }>
type LoadEntity = () => Promise<Entity>

const supplier: LoadEntity = async () => (await import('#domain/suppliers/supplier.ts')).supplier

const contract: LoadEntity = async () => (await import('#domain/contracts/contract.ts')).contract
const network: LoadEntity = async () => (await import('#domain/meters/network.ts')).network
const enquiry: LoadEntity = async () => (await import('#domain/operations/enquiry.ts')).enquiry
const messageblacklist: LoadEntity = async () =>
  (await import('#domain/messaging/messageblacklist.ts')).messageblacklist
const cannedreply: LoadEntity = async () =>
  (await import('#domain/messaging/cannedreply.ts')).cannedreply
const pagecontent: LoadEntity = async () =>
  (await import('#domain/website/pagecontent.ts')).pagecontent
const faq: LoadEntity = async () => (await import('#domain/website/faq.ts')).faq
const notification: LoadEntity = async () =>
  (await import('#domain/website/notification.ts')).notification

const signIn: Load = () => import('#web/identity/sign-in.tsx')
const passwordReset: Load = () => import('#web/identity/password-reset-email.tsx')

/** Every address of the product and its screen; one without a screen does not compile. */
export const screens: Record<Path, Load> = {
  '/': signIn,
  '/app/': signIn,
  '/static/': signIn,
  '/app/signin': signIn,
  '/app/signout': signIn,
  '/app/about': () => import('#web/website/about.tsx'),
  '/app/contact': () => import('#web/website/contact.tsx'),
  '/app/help': () => import('#web/website/help.tsx'),
  '/app/privacy': () => import('#web/website/privacy.tsx'),
  '/app/terms': () => import('#web/website/terms.tsx'),
  '/app/password/reset': passwordReset,
  '/app/password/reset/email': passwordReset,
  '/app/password/reset/thanks': () => import('#web/identity/password-reset-thanks.tsx'),
  '/app/password/reset/token': () => import('#web/identity/password-reset-token.tsx'),
  '/app/password/change': () => import('#web/identity/password-change.tsx'),
  '/app/password/change-thanks': () => import('#web/identity/password-change-thanks.tsx'),
  '/app/register/email': () => import('#web/identity/register-email.tsx'),
  '/app/register/thanks': () => import('#web/identity/register-thanks.tsx'),
  '/app/register/token': () => import('#web/identity/register-token.tsx'),
  '/app/invitation': () => import('#web/identity/invitation.tsx'),
  '/app/profile/edit': () => import('./profile.tsx'),
  '/app/users/admin': () => import('#web/identity/users-admin.tsx'),
  '/app/user/admin': () => import('#web/identity/user-admin.tsx'),
  '/app/organisations/admin': () => import('#web/identity/organisations-admin.tsx'),
  '/app/organisation/admin': () => import('#web/identity/organisation-admin.tsx'),

  '/app/home': () => import('./home.tsx'),
  '/app/dashboard': () => import('./dashboard.tsx'),
  '/app/customers': () => import('#web/customers/customers.tsx'),
  '/app/customer/new': () => import('#web/customers/customer-edit.tsx'),
  '/app/customer/edit': () => import('#web/customers/customer-edit.tsx'),
  '/app/customer/details': () => import('./customer-details.tsx'),
  '/app/customerlists': () => import('#web/customers/customer-lists.tsx'),
  '/app/contracts': () => import('#web/contracts/contracts.tsx'),
  '/app/contract': () => import('./contract.tsx'),
  '/app/contract/edit': edit(contract),
  '/app/rates/import': () => import('#web/contracts/import-rates.tsx'),
  '/app/meters': () => import('#web/meters/meters.tsx'),
  '/app/meters/rules': () => import('#web/meters/reading-rules.tsx'),
  '/app/meter': () => import('#web/meters/meter-screen.tsx'),
  '/app/meter/new': () => import('#web/meters/meter-edit.tsx'),
  '/app/meter/edit': () => import('#web/meters/meter-edit.tsx'),
  '/app/meterreadings': () => import('#web/meters/meterreadings.tsx'),
  '/app/meterreadings/import': () => import('#web/meters/import/reading-import.tsx'),
  '/app/meterreading/new': () => import('#web/meters/reading-edit.tsx'),
  '/app/meterreading/edit': () => import('#web/meters/reading-edit.tsx'),
  '/app/networks': list(network),
  '/app/network/edit': edit(network),
  '/app/suppliers': list(supplier),
  '/app/supplier/edit': edit(supplier),
  '/app/supplier/details': () => import('./supplier.tsx'),
  '/app/partners': () => import('./partners.tsx'),
  '/app/partner/edit': () => import('./partner-edit.tsx'),
  '/app/partner/details': () => import('./partner.tsx'),
  '/app/commissionstatements': () => import('#web/commissions/statements.tsx'),
  '/app/commissionstatements/run': () => import('#web/commissions/statement-run.tsx'),
  '/app/commissionstatement': () => import('#web/commissions/statement-screen.tsx'),
  '/app/staffs': () => import('#web/identity/staffs.tsx'),
  '/app/staff/edit': () => import('./staff.tsx'),
  '/app/enquiries': list(enquiry),
  '/app/enquiry': () => import('#web/customers/enquiry.tsx'),
  '/app/proposals': () => import('#web/proposals/proposals.tsx'),
  '/app/proposal/new': () => import('#web/proposals/proposal-screen.tsx'),
  '/app/proposal/edit': () => import('#web/proposals/proposal-screen.tsx'),
  '/app/invoices': () => import('./invoices.tsx'),
  '/app/invoices/run': () => import('#web/runs/billing-run.tsx'),
  '/app/invoice/new': () => import('#web/invoices/invoice-new.tsx'),
  '/app/invoice/edit': () => import('./invoice.tsx'),
  '/app/bill/edit': () => import('#web/bills/bill-screen.tsx'),
  '/app/bills': () => import('./bills.tsx'),
  '/app/bills/rules': () => import('#web/bills/bill-rules.tsx'),
  '/app/bills/import': () => import('#web/bills/bill-import.tsx'),
  '/app/invoicepayments': () => import('#web/payments/payments.tsx'),
  '/app/invoicepayment': () => import('./payment.tsx'),
  '/app/directdebits': () => import('#web/directdebit/directdebits.tsx'),
  '/app/payout': () => import('#web/directdebit/payout-screen.tsx'),
  '/app/ddevent': () => import('#web/directdebit/ddevent-screen.tsx'),
  '/app/billpayment': () => import('#web/payments/billpayment-screen.tsx'),
  '/app/adjustments': () => import('#web/books/adjustments.tsx'),
  '/app/adjustment': () => import('#web/books/adjustment-screen.tsx'),
  '/app/transactions': () => import('#web/books/transactions.tsx'),
  '/app/accounttransactions': () => import('#web/reports/figures/accounttransactions.tsx'),
  '/app/commissions': () => import('#web/commissions/commissions.tsx'),
  '/app/openitems': () => import('#web/reports/figures/openitems.tsx'),
  '/app/invoicemargins': () => import('#web/reports/figures/invoicemargins.tsx'),
  '/app/connectionmoves': () => import('#web/reports/figures/connectionmoves.tsx'),
  '/app/transaction': () => import('#web/books/transaction-screen.tsx'),
  '/app/transaction/invoice': () => import('#web/invoices/invoice-ledger-screen.tsx'),
  '/app/transactions/invoice': () => import('#web/books/invoice-transactions.tsx'),
  '/app/cannedreplies': list(cannedreply),
  '/app/cannedreply/edit': edit(cannedreply),
  '/app/messageblacklists': list(messageblacklist),
  '/app/messageblacklist/edit': () => import('#web/messaging/blacklist-entry.tsx'),
  '/app/messagetemplates': () => import('#web/messaging/template/templates.tsx'),
  '/app/messagetemplate/edit': () => import('./message-template.tsx'),
  '/app/options': () => import('#web/identity/options.tsx'),
  '/app/settings': () => import('./settings.tsx'),
  '/app/webhooks': () => import('#web/webhooks/webhooks.tsx'),
  '/app/faqs': list(faq),
  '/app/faq/edit': edit(faq),
  '/app/website/edit': () => import('#web/website/website-edit.tsx'),
  '/app/notifications/admin': list(notification),
  '/app/notification/admin': () => import('#web/website/notification-edit.tsx'),
  '/app/admin/messagetemplates': () => import('#web/messaging/template/platform-templates.tsx'),
  '/app/admin/messagetemplate/edit': () =>
    import('#web/messaging/template/platform-template-edit.tsx'),
  '/app/admin/messageblacklists': list(messageblacklist),
  '/app/admin/messageblacklist': () => import('#web/messaging/blacklist-entry.tsx'),
  '/app/pagecontents': list(pagecontent),
  '/app/pagecontent/edit': edit(pagecontent),
  '/app/datalocks': () => import('#web/operations/locks.tsx'),
  '/app/requestlog': () => import('#web/upkeep/request-log.tsx'),
  '/app/securitylog': () => import('#web/upkeep/security-log.tsx'),
  '/app/system': () => import('#web/upkeep/system.tsx'),
  '/app/messages/emails': () => import('#web/messaging/emails.tsx'),
  '/app/admin/mails': () => import('#web/mail/outgoing-mail.tsx'),
  '/app/export': () => import('#web/exports/export.tsx'),
  '/app/accountantfiles': () => import('#web/exports/accountant-files.tsx'),

  '/invoice/': () => import('#web/invoices/public/public-invoice.tsx'),
  '/contract/': () => import('#web/contracts/public-contract.tsx'),
  '/directdebit/': () => import('#web/directdebit/public/public-invitation.tsx'),
  '/directdebit/done': () => import('#web/directdebit/public/public-done.tsx'),
  '/commission/': () => import('#web/commissions/public/public-statement.tsx'),
  '/file/': () => import('#web/files/public/public-file.tsx'),
  '/account/': () => import('#web/invoices/public/account-proof.tsx'),
  '/tests/flex': () => import('./test-flex.tsx'),
  '/tests/grid': () => import('./test-grid.tsx'),
  '/404': () => import('./not-found.tsx'),

  '/app/tasks': () => import('#web/tasks/tasks.tsx'),
  '/app/task': () => import('#web/tasks/task-screen.tsx'),
  '/app/banktransactions': () => import('#web/bank/bank-lines.tsx'),
  '/app/banktransaction': () => import('#web/bank/bank-line-screen.tsx'),
  '/app/banktransaction/new': () => import('#web/bank/bank-line-new.tsx'),
  '/app/banktransactions/import': () => import('#web/bank/import/bank-import.tsx'),
  '/app/bankstatements': () => import('#web/bank/bank-statements.tsx'),
  '/app/bankstatement': () => import('#web/bank/bank-statement-screen.tsx'),
  '/app/bankstatement/edit': () => import('#web/bank/bank-statement-edit.tsx'),
  '/app/bankaccounts': () => import('#web/bank/bank-accounts.tsx'),
  '/app/bankaccount': () => import('#web/bank/bank-account-screen.tsx'),
  '/app/bankaccount/edit': () => import('#web/bank/bank-account-edit.tsx'),
  '/app/bankrules': () => import('#web/bank/bank-rules.tsx'),
  '/app/bankrule/edit': () => import('#web/bank/bank-rule-edit.tsx'),
  '/app/payeraliases': () => import('#web/bank/payer-aliases.tsx'),
  '/app/reports': () => import('#web/reports/reports.tsx'),
  '/app/activities': () => import('#web/reports/activity/activities.tsx'),
  '/app/messages': () => import('#web/messaging/messages.tsx'),
  '/app/carestops': () => import('#web/messaging/care-stops.tsx'),
  '/app/messages/domain': () => import('#web/messaging/mail-domain.tsx'),
  '/app/messages/doubles': () => import('#web/app/doubles.tsx'),
  '/app/messages/chats': () => import('#web/messaging/chats.tsx'),
  '/app/bulkmessage': () => import('#web/messaging/bulk/bulk-screen.tsx'),
  '/app/message': () => import('#web/messaging/message-screen.tsx'),
  '/app/message/new': () => import('#web/messaging/message-new.tsx'),
  // What was said is not edited: it is read again.
  '/app/message/edit': () => import('#web/messaging/compose/draft-edit.tsx'),
  '/app/map': () => import('#web/map/map.tsx'),
  '/app/map/customers': () => import('#web/map/map-customers.tsx'),
  '/app/files': () => import('#web/files/files.tsx'),
  '/app/file/upload': () => import('#web/files/upload.tsx'),
}

/** The list screen of an entity, as the kit draws it. */
function list(load: LoadEntity): Load {
  return async () => {
    const [{ ListScreen }, entity] = await Promise.all([
      import('#web/kit/list/list-screen.tsx'),
      load(),
    ])
    return { Screen: bound(ListScreen, entity) }
  }
}

/** The form of an entity; without an id in the address it makes a new row. */
function edit(load: LoadEntity): Load {
  return async () => {
    const [{ EditScreen }, entity] = await Promise.all([
      import('#web/kit/form/edit-screen.tsx'),
      load(),
    ])
    return { Screen: bound(EditScreen, entity) }
  }
}

/** Made once, when the screen is first opened: the router keeps it. */
function bound(screen: ComponentType<{ entity: Entity }>, entity: Entity): ComponentType {
  return () => createElement(screen, { entity })
}
