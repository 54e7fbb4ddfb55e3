// §2, §6 and §8 word by word: addresses, who may enter them, the menu, titles and texts. Written by
// hand from the text; the product is held against it and never the other way round.

/** The public addresses; every other one requires sign-in. */
export const publicRoutes = [
  ...['/', '/app/', '/static/', '/app/signin', '/app/signout'],
  ...['/app/about', '/app/contact', '/app/help', '/app/privacy', '/app/terms'],
  ...['/app/password/reset', '/app/password/reset/email', '/app/password/reset/thanks'],
  '/app/password/reset/token',
  ...['/app/register/email', '/app/register/thanks', '/app/register/token'],
  ...['/tests/flex', '/tests/grid', '/invoice/', '/404'],
] as const

export const signedInRoutes = [
  ...['/app/home', '/app/dashboard', '/app/customerlists', '/app/invoices'],
  ...['/app/invoicepayments', '/app/customers', '/app/suppliers', '/app/partners'],
  ...['/app/messages', '/app/messageblacklists', '/app/profile/edit', '/app/banktransactions'],
  ...['/app/staffs', '/app/transactions', '/app/messagetemplates', '/app/website/edit'],
  ...['/app/export', '/app/invoice/new', '/app/customer/new'],
  ...['/app/messages/emails', '/app/messages/chats', '/app/message', '/app/message/new'],
  ...['/app/message/edit', '/app/enquiries', '/app/enquiry', '/app/reports'],
  ...['/app/password/change', '/app/password/change-thanks'],
  ...['/app/supplier/edit', '/app/partner/edit', '/app/proposal/new', '/app/proposal/edit'],
  ...['/app/proposals', '/app/customer/edit', '/app/customer/details', '/app/bill/edit'],
  ...['/app/invoice/edit', '/app/staff/edit', '/app/transaction/invoice'],
  ...['/app/transactions/invoice', '/app/transaction', '/app/contract'],
  ...['/app/meter', '/app/meter/new', '/app/meter/edit', '/app/meters'],
  ...['/app/meterreading/new', '/app/meterreading/edit', '/app/meterreadings'],
  ...['/app/messagetemplate/edit', '/app/messageblacklist/edit', '/app/map', '/app/file/upload'],
] as const

/** Required by routing, or for the platform admin's part of the menu alone. */
export const platformRoutes = [
  ...['/app/users/admin', '/app/user/admin', '/app/notifications/admin'],
  ...['/app/notification/admin', '/app/organisations/admin', '/app/organisation/admin'],
  ...['/app/admin/messagetemplates', '/app/admin/messagetemplate/edit'],
  ...['/app/admin/messageblacklist', '/app/admin/messageblacklists'],
  ...['/app/pagecontents', '/app/pagecontent/edit'],
] as const

const all = ['user', 'accounting', 'manager', 'admin', 'padmin']
/** Label, address and who sees it, in the order of the table. */
export const menuTable: readonly (readonly [string, string, readonly string[]])[] = [
  ['Sign In', '/app/signin', ['guest']],
  ['Home', '/app/home', all],
  ['Dashboard', '/app/dashboard', all],
  ['Customer lists', '/app/customerlists', all],
  ['Invoices', '/app/invoices', all],
  ['Invoice Payments', '/app/invoicepayments', all],
  ['Customers', '/app/customers', all],
  ['Suppliers', '/app/suppliers', all],
  ['Partners', '/app/partners', all],
  ['Message history', '/app/messages', all],
  ['Opted out contacts', '/app/messageblacklists', all],
  ['Profile', '/app/profile/edit', all],
  ['Bank Transactions', '/app/banktransactions', ['accounting', 'manager', 'admin', 'padmin']],
  ['Staff', '/app/staffs', ['manager', 'admin', 'padmin']],
  ['Transactions', '/app/transactions', ['manager', 'admin', 'padmin']],
  ['Message Templates', '/app/messagetemplates', ['admin', 'padmin']],
  ['Website', '/app/website/edit', ['admin', 'padmin']],
  ['Export', '/app/export', ['admin', 'padmin']],
  ['All Users', '/app/users/admin', ['padmin']],
  ['All Organisations', '/app/organisations/admin', ['padmin']],
  ['All Message Templates', '/app/admin/messagetemplates', ['padmin']],
  ['Page Contents', '/app/pagecontents', ['padmin']],
]

/** The title of an address, and what its page says there. */
export interface ScreenWords {
  title?: string
  texts?: readonly string[]
  buttons?: readonly string[]
}

const signIn = { texts: ['Please sign in below'], buttons: ['Sign In'] }
const reset = [
  "Forgot your password? No problem. We'll send you instructions to reset your password by email.",
]

export const publicScreens: Readonly<Record<string, ScreenWords>> = {
  '/': { title: 'Welcome', ...signIn },
  '/app/': { title: 'Welcome', ...signIn },
  '/static/': { title: 'Welcome', ...signIn },
  '/app/signin': { title: 'Sign In', ...signIn },
  '/app/signout': {
    title: 'Sign Out',
    texts: ['You are signed out. You can sign back in below.'],
  },
  '/app/help': { title: 'Help' },
  '/app/privacy': { title: 'Privacy' },
  '/app/terms': { title: 'Terms and Conditions' },
  '/app/password/reset': { title: 'Reset Password', texts: reset, buttons: ['Send'] },
  '/app/password/reset/email': { title: 'Reset Password', texts: reset },
  '/app/password/reset/thanks': {
    title: 'Password Reset',
    texts: ['Thanks. You have successfully reset your password.'],
  },
  '/app/password/reset/token': { title: 'Password Reset' },
  '/app/register/email': {
    title: 'Create Account',
    texts: ['I agree to the'],
    buttons: ['Create Account'],
  },
  '/app/register/thanks': { title: 'Account Created', texts: ['check your email'] },
  '/app/register/token': { title: 'Create User Account' },
  '/404': { texts: ["We're sorry, we couldn't find the page you requested."] },
}

export const signedInScreens: Readonly<Record<string, ScreenWords>> = {
  '/app/home': { title: 'Home' },
  '/app/export': { title: 'Export', buttons: ['Export'] },
  '/app/dashboard': { title: 'Dashboard' },
  '/app/password/change': {
    title: 'Change Password',
    texts: ['Please provide your old and new passwords.'],
  },
  '/app/password/change-thanks': {
    texts: ['Thanks. You have successfully changed your password.'],
  },
  '/app/map': { title: 'Map' },
  '/app/enquiry': { title: 'Enquiry' },
  '/app/profile/edit': { title: 'Edit User Profile', buttons: ['Save User'] },
  '/app/transaction': { title: 'Transaction' },
  '/app/message': { title: 'Message' },
  '/app/messagetemplates': { title: 'Message Templates' },
  '/app/invoicepayments': { buttons: ['Payments to Suppliers', 'Payments from Customers'] },
}

/** Dialogs by their title, and what they ask. */
export const dialogs = {
  'Save Changes?': 'Would you like to save your changes before leaving the page?',
  'Delete item?': 'Would you like to delete the item?',
  'Send Statement?':
    'Would you like to create a new commission statement and send it to the partner?',
} as const

/** What is said where a test would have to break something, or wait, to hear it. */
export const otherTexts = [
  'Please enter your new password.',
  "We're verifying your account data ...",
  'Could not create file window. Please check popup notifications then try again.',
  'Error creating file window: ',
] as const

/** Buttons, and titles of screens that have no address of their own. */
export const otherWords = [
  ...['Ok', 'Approve and Send', 'Send', 'Preview', 'Cancel', 'Next', 'Previous', 'More', 'Save'],
  ...['Save User', 'Create Account', 'Sign In', 'Sign Out', 'Print', 'Export', 'Download'],
  ...['Email', 'Payments to Suppliers', 'Payments from Customers'],
  ...['Quick-Start', 'Set API Key', 'Set Password', 'Edit Roles', 'Edit permissions'],
  'Edit Organisation',
] as const

/** §9: numbers, as the text has them. */
export const constants = {
  version: '2025-08-04',
  reauthenticateMs: 3_600_000,
  datalockRenewalMs: 30_000,
  messagePollMs: 20_000,
  retries: 3,
  retryBaseMs: 1000,
  sidebarPx: 959,
  firstDay: '2019-01-01',
} as const

/** §9: local storage holds these of a session. */
export const storageKeys = [
  ...['token', 'backend_code', 'backend_name', 'backend_flag', 'backend_locale', 'base_url'],
  'organisation_id',
] as const
