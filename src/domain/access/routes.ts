// §2 as data: every address of the web application, its title and who may enter it.
// Titles are the specification's where it names one, otherwise the thing's own name.
export type Entry = 'public' | 'signed-in' | 'padmin'

export const routes = {
  '/': { title: 'Welcome', entry: 'public' },
  '/app/': { title: 'Welcome', entry: 'public' },
  '/static/': { title: 'Welcome', entry: 'public' },
  '/app/signin': { title: 'Sign In', entry: 'public' },
  '/app/signout': { title: 'Sign Out', entry: 'public' },
  '/app/about': { title: 'About', entry: 'public' },
  '/app/contact': { title: 'Contact', entry: 'public' },
  '/app/help': { title: 'Help', entry: 'public' },
  '/app/privacy': { title: 'Privacy', entry: 'public' },
  '/app/terms': { title: 'Terms and Conditions', entry: 'public' },
  '/app/password/reset': { title: 'Reset Password', entry: 'public' },
  '/app/password/reset/email': { title: 'Reset Password', entry: 'public' },
  '/app/password/reset/thanks': { title: 'Password Reset', entry: 'public' },
  '/app/password/reset/token': { title: 'Password Reset', entry: 'public' },
  '/app/register/email': { title: 'Create Account', entry: 'public' },
  '/app/register/thanks': { title: 'Account Created', entry: 'public' },
  '/app/register/token': { title: 'Create User Account', entry: 'public' },
  // Not in the specification: our choice. Where an invitation into an organisation is answered.
  '/app/invitation': { title: 'Invitation', entry: 'public' },
  // The access list of §2 forgets this one, which the customers open without an account.
  '/invoice/': { title: 'Invoice', entry: 'public' },
  // Where customers read and accept a contract, likewise without an account.
  '/contract/': { title: 'Contract', entry: 'public' },
  // Where anybody has the account of a printed invoice checked.
  '/account/': { title: 'Bank account', entry: 'public' },
  // Where a partner has a commission statement added up again.
  '/commission/': { title: 'Commission statement', entry: 'public' },
  // Where a customer fetches a file that a text message leads to.
  '/file/': { title: 'File', entry: 'public' },
  // Where customers authorise us to collect, and where they come back to from the provider.
  '/directdebit/': { title: 'Direct debit', entry: 'public' },
  '/directdebit/done': { title: 'Direct debit', entry: 'public' },
  '/tests/flex': { title: 'Flex layout', entry: 'public' },
  '/tests/grid': { title: 'Grid layout', entry: 'public' },
  '/404': { title: 'Not found', entry: 'public' },

  '/app/home': { title: 'Home', entry: 'signed-in' },
  '/app/dashboard': { title: 'Dashboard', entry: 'signed-in' },
  '/app/profile/edit': { title: 'Edit User Profile', entry: 'signed-in' },
  '/app/password/change': { title: 'Change Password', entry: 'signed-in' },
  '/app/password/change-thanks': { title: 'Change Password', entry: 'signed-in' },
  '/app/customerlists': { title: 'Customer lists', entry: 'signed-in' },
  '/app/customers': { title: 'Customers', entry: 'signed-in' },
  '/app/customer/new': { title: 'New Customer', entry: 'signed-in' },
  '/app/customer/edit': { title: 'Edit Customer', entry: 'signed-in' },
  '/app/customer/details': { title: 'Customer', entry: 'signed-in' },
  '/app/suppliers': { title: 'Suppliers', entry: 'signed-in' },
  '/app/supplier/edit': { title: 'Supplier', entry: 'signed-in' },
  // Not in the specification: our choice. A supplier or partner is read before it is changed.
  '/app/supplier/details': { title: 'Supplier', entry: 'signed-in' },
  '/app/partner/details': { title: 'Partner', entry: 'signed-in' },
  '/app/partners': { title: 'Partners', entry: 'signed-in' },
  '/app/partner/edit': { title: 'Partner', entry: 'signed-in' },
  // Not in the specification: our choice. What partners are told of what they earned.
  '/app/commissionstatements': { title: 'Commission statements', entry: 'signed-in' },
  '/app/commissionstatements/run': { title: 'Statement run', entry: 'signed-in' },
  '/app/commissionstatement': { title: 'Commission statement', entry: 'signed-in' },
  '/app/staffs': { title: 'Staff', entry: 'signed-in' },
  '/app/staff/edit': { title: 'Staff member', entry: 'signed-in' },
  '/app/invoices': { title: 'Invoices', entry: 'signed-in' },
  // Not in the specification: our choice. Many invoices at once.
  '/app/invoices/run': { title: 'Billing run', entry: 'signed-in' },
  '/app/invoice/new': { title: 'New Invoice', entry: 'signed-in' },
  '/app/invoice/edit': { title: 'Invoice', entry: 'signed-in' },
  '/app/invoicepayments': { title: 'Invoice Payments', entry: 'signed-in' },
  // Not in the specification: our choice. One payment, either way.
  '/app/invoicepayment': { title: 'Payment from a customer', entry: 'signed-in' },
  // Not in the specification: our choice. What is collected from customers' accounts.
  '/app/directdebits': { title: 'Direct debits', entry: 'signed-in' },
  '/app/payout': { title: 'Payout', entry: 'signed-in' },
  '/app/ddevent': { title: 'Direct debit event', entry: 'signed-in' },
  '/app/billpayment': { title: 'Payment to a supplier', entry: 'signed-in' },
  // Not in the specification: our choice. What is owed or given without an invoice.
  '/app/adjustments': { title: 'Adjustments', entry: 'signed-in' },
  '/app/adjustment': { title: 'Adjustment', entry: 'signed-in' },
  '/app/bill/edit': { title: 'Bill', entry: 'signed-in' },
  // Not in the specification: our choice. Suppliers' bills as a list, and by file.
  '/app/bills': { title: 'Bills', entry: 'signed-in' },
  '/app/bills/import': { title: 'Import bills', entry: 'signed-in' },
  '/app/bills/rules': { title: 'Bill rules', entry: 'signed-in' },
  '/app/banktransactions': { title: 'Bank Transactions', entry: 'signed-in' },
  // Not in the specification: our choice. One line of the bank, and what is kept around the lines.
  '/app/banktransaction': { title: 'Bank transaction', entry: 'signed-in' },
  '/app/banktransaction/new': { title: 'New Bank transaction', entry: 'signed-in' },
  '/app/banktransactions/import': { title: 'Import a statement', entry: 'signed-in' },
  '/app/bankstatements': { title: 'Bank statements', entry: 'signed-in' },
  '/app/bankstatement': { title: 'Bank statement', entry: 'signed-in' },
  '/app/bankstatement/edit': { title: 'Edit Bank statement', entry: 'signed-in' },
  '/app/bankaccounts': { title: 'Bank accounts', entry: 'signed-in' },
  '/app/bankaccount': { title: 'Bank account', entry: 'signed-in' },
  '/app/bankaccount/edit': { title: 'Edit Bank account', entry: 'signed-in' },
  '/app/bankrules': { title: 'Bank rules', entry: 'signed-in' },
  '/app/bankrule/edit': { title: 'Edit Bank rule', entry: 'signed-in' },
  '/app/payeraliases': { title: 'Payers', entry: 'signed-in' },
  '/app/transactions': { title: 'Transactions', entry: 'signed-in' },
  // Not in the specification: our choice. What figures of the dashboard open.
  '/app/accounttransactions': { title: 'Account transactions', entry: 'signed-in' },
  '/app/commissions': { title: 'Commission entries', entry: 'signed-in' },
  '/app/openitems': { title: 'Open items', entry: 'signed-in' },
  '/app/invoicemargins': { title: 'Margins of invoices', entry: 'signed-in' },
  '/app/connectionmoves': { title: 'Connections won and lost', entry: 'signed-in' },
  '/app/transaction': { title: 'Transaction', entry: 'signed-in' },
  '/app/transaction/invoice': { title: 'Transaction', entry: 'signed-in' },
  '/app/transactions/invoice': { title: 'Invoice transactions', entry: 'signed-in' },
  '/app/contract': { title: 'Contract', entry: 'signed-in' },
  // Not in the specification: our choice. Contracts as a list, their form, and rates by file.
  '/app/contracts': { title: 'Contracts', entry: 'signed-in' },
  '/app/contract/edit': { title: 'Edit Contract', entry: 'signed-in' },
  '/app/rates/import': { title: 'Import rates', entry: 'signed-in' },
  '/app/meters': { title: 'Meters', entry: 'signed-in' },
  '/app/meter': { title: 'Meter', entry: 'signed-in' },
  '/app/meter/new': { title: 'New Meter', entry: 'signed-in' },
  '/app/meter/edit': { title: 'Edit Meter', entry: 'signed-in' },
  // Not in the specification: our choice. What readings are held against, and the networks.
  '/app/meters/rules': { title: 'Reading rules', entry: 'signed-in' },
  '/app/networks': { title: 'Networks', entry: 'signed-in' },
  '/app/network/edit': { title: 'Network', entry: 'signed-in' },
  '/app/meterreadings': { title: 'Meter readings', entry: 'signed-in' },
  '/app/meterreadings/import': { title: 'Import readings', entry: 'signed-in' },
  '/app/meterreading/new': { title: 'New Meter reading', entry: 'signed-in' },
  '/app/meterreading/edit': { title: 'Edit Meter reading', entry: 'signed-in' },
  '/app/proposals': { title: 'Proposals', entry: 'signed-in' },
  '/app/proposal/new': { title: 'New Proposal', entry: 'signed-in' },
  '/app/proposal/edit': { title: 'Edit Proposal', entry: 'signed-in' },
  '/app/enquiries': { title: 'Enquiries', entry: 'signed-in' },
  '/app/enquiry': { title: 'Enquiry', entry: 'signed-in' },
  // Not in the specification: our choice. What somebody is to do.
  '/app/tasks': { title: 'Tasks', entry: 'signed-in' },
  '/app/task': { title: 'Task', entry: 'signed-in' },
  '/app/reports': { title: 'Reports', entry: 'signed-in' },
  // Not in the specification: our choice. What staff captured and customers were sent.
  '/app/activities': { title: 'Activities', entry: 'signed-in' },
  '/app/messages': { title: 'Message history', entry: 'signed-in' },
  '/app/messages/emails': { title: 'Emails', entry: 'signed-in' },
  '/app/messages/chats': { title: 'Chats', entry: 'signed-in' },
  // Not in the specification: our choice. What care kept back, and what makes mail believed.
  '/app/carestops': { title: 'Stopped by care', entry: 'signed-in' },
  '/app/messages/domain': { title: 'Mail domain', entry: 'signed-in' },
  // Not in the specification: our choice. The other end of a demonstration's messages.
  '/app/messages/doubles': { title: 'Customers’ phones and mailboxes', entry: 'signed-in' },
  '/app/message': { title: 'Message', entry: 'signed-in' },
  '/app/message/new': { title: 'New Message', entry: 'signed-in' },
  '/app/message/edit': { title: 'Edit Message', entry: 'signed-in' },
  // Not in the specification: our choice. Words that the composer offers behind a slash.
  '/app/cannedreplies': { title: 'Canned replies', entry: 'signed-in' },
  '/app/cannedreply/edit': { title: 'Canned reply', entry: 'signed-in' },
  // Not in the specification: our choice. One message to many.
  '/app/bulkmessage': { title: 'Bulk Message', entry: 'signed-in' },
  '/app/messageblacklists': { title: 'Opted out contacts', entry: 'signed-in' },
  '/app/messageblacklist/edit': { title: 'Opted out contact', entry: 'signed-in' },
  '/app/messagetemplates': { title: 'Message Templates', entry: 'signed-in' },
  '/app/messagetemplate/edit': { title: 'Message Template', entry: 'signed-in' },
  // Not in the specification: our choice. How the organisation bills, reminds and guards.
  '/app/settings': { title: 'Settings', entry: 'signed-in' },
  // Not in the specification: our choice. The lists that forms choose from.
  '/app/options': { title: 'Lists of choices', entry: 'signed-in' },
  // Not in the specification: our choice. What is told to the broker's own systems.
  '/app/webhooks': { title: 'Webhooks', entry: 'signed-in' },
  // Not in the specification: our choice. Who called and came in, for those who answer for it.
  '/app/datalocks': { title: 'Locks', entry: 'signed-in' },
  '/app/requestlog': { title: 'Request log', entry: 'signed-in' },
  '/app/securitylog': { title: 'Security log', entry: 'signed-in' },
  // Not in the specification: our choice of addresses for two screens that it names.
  '/app/faqs': { title: 'FAQs', entry: 'signed-in' },
  '/app/faq/edit': { title: 'FAQ', entry: 'signed-in' },
  '/app/website/edit': { title: 'Website', entry: 'signed-in' },
  '/app/export': { title: 'Export', entry: 'signed-in' },
  // Not in the specification: our choice. Files for the program the accountant works with.
  '/app/accountantfiles': { title: 'Accountant’s files', entry: 'signed-in' },
  '/app/map': { title: 'Map', entry: 'signed-in' },
  // Not in the specification: our choice. The customers of an area.
  '/app/map/customers': { title: 'Customers on the map', entry: 'signed-in' },
  // Not in the specification: our choice. All files in their folders.
  '/app/files': { title: 'Files', entry: 'signed-in' },
  '/app/file/upload': { title: 'Upload a file', entry: 'signed-in' },

  '/app/users/admin': { title: 'All Users', entry: 'padmin' },
  '/app/user/admin': { title: 'User', entry: 'padmin' },
  '/app/notifications/admin': { title: 'Notifications', entry: 'padmin' },
  '/app/notification/admin': { title: 'Notification', entry: 'padmin' },
  '/app/organisations/admin': { title: 'All Organisations', entry: 'padmin' },
  '/app/organisation/admin': { title: 'Organisation', entry: 'padmin' },
  // Not in the specification: our choice. The rest of the Superadmin section is padmin's as well.
  '/app/admin/mails': { title: 'Sign-in Mail', entry: 'padmin' },
  '/app/admin/messagetemplates': { title: 'All Message Templates', entry: 'padmin' },
  '/app/admin/messagetemplate/edit': { title: 'Message Template', entry: 'padmin' },
  '/app/admin/messageblacklists': { title: 'Opted out contacts', entry: 'padmin' },
  '/app/admin/messageblacklist': { title: 'Opted out contact', entry: 'padmin' },
  '/app/pagecontents': { title: 'Page Contents', entry: 'padmin' },
  '/app/pagecontent/edit': { title: 'Page Content', entry: 'padmin' },
  // Not in the specification: our choice. Whether the backups can be relied on.
  '/app/system': { title: 'System', entry: 'padmin' },
} as const satisfies Record<string, { title: string; entry: Entry }>

export type Path = keyof typeof routes
