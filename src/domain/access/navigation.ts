import { atLeast, type Role } from './role.ts'
import { type Path, routes } from './routes.ts'

export interface MenuItem {
  section: Section
  label: string
  path: Path
  /** The lowest role that sees the item; a platform admin sees all of them. */
  from: Role
}
export type Section =
  | ''
  | 'Messaging'
  | 'Accounting'
  | 'Manager'
  | 'Administrators'
  | 'Superadmin'
  | 'Work'
  | 'Supply'
  | 'Money'
  | 'Bring in'
  | 'Office'
  | 'About us'
  | 'You'

/** Items of one section for whoever has at least the role: label and address. */
function items(section: Section, from: Role, entries: Record<string, Path>): MenuItem[] {
  return Object.entries(entries).map(([label, path]) => ({ section, label, path, from }))
}

// §2: the menu in the order of its table; Profile closes it, beside Sign out.
export const menu: readonly MenuItem[] = [
  ...items('', 'user', {
    Home: '/app/home',
    Dashboard: '/app/dashboard',
    'Customer lists': '/app/customerlists',
    Invoices: '/app/invoices',
    'Invoice Payments': '/app/invoicepayments',
    Customers: '/app/customers',
    Suppliers: '/app/suppliers',
    Partners: '/app/partners',
  }),
  ...items('Messaging', 'user', {
    'Message history': '/app/messages',
    'Opted out contacts': '/app/messageblacklists',
  }),
  ...items('Accounting', 'accounting', { 'Bank Transactions': '/app/banktransactions' }),
  ...items('Manager', 'manager', { Staff: '/app/staffs', Transactions: '/app/transactions' }),
  ...items('Administrators', 'admin', {
    'Message Templates': '/app/messagetemplates',
    Website: '/app/website/edit',
    Export: '/app/export',
  }),
  ...items('Superadmin', 'padmin', {
    'All Users': '/app/users/admin',
    'All Organisations': '/app/organisations/admin',
    'All Message Templates': '/app/admin/messagetemplates',
    'Page Contents': '/app/pagecontents',
  }),
  ...items('You', 'user', { Profile: '/app/profile/edit' }),
]

// Not in the specification: our choice. What its menu lacks stands below it, by what people do.
export const moreMenu: readonly MenuItem[] = [
  ...items('Work', 'user', {
    Tasks: '/app/tasks',
    Bills: '/app/bills',
  }),
  ...items('Work', 'accounting', { 'Billing run': '/app/invoices/run' }),
  ...items('Work', 'user', {
    Emails: '/app/messages/emails',
    Files: '/app/files',
    Reports: '/app/reports',
    Map: '/app/map',
  }),
  ...items('Supply', 'user', {
    Contracts: '/app/contracts',
    Meters: '/app/meters',
    'Meter readings': '/app/meterreadings',
    Proposals: '/app/proposals',
    Enquiries: '/app/enquiries',
    Networks: '/app/networks',
  }),
  ...items('Money', 'accounting', {
    'Direct debits': '/app/directdebits',
    'Bank statements': '/app/bankstatements',
    'Bank accounts': '/app/bankaccounts',
    'Bank rules': '/app/bankrules',
    Payers: '/app/payeraliases',
    Adjustments: '/app/adjustments',
    'Commission statements': '/app/commissionstatements',
    'Accountant’s files': '/app/accountantfiles',
  }),
  ...items('Bring in', 'user', {
    'Import readings': '/app/meterreadings/import',
    'Import bills': '/app/bills/import',
  }),
  ...items('Bring in', 'accounting', {
    'Import rates': '/app/rates/import',
    'Import a statement': '/app/banktransactions/import',
  }),
  ...items('Office', 'user', {
    'Canned replies': '/app/cannedreplies',
    Activities: '/app/activities',
  }),
  ...items('Office', 'manager', { 'Stopped by care': '/app/carestops' }),
  ...items('Office', 'admin', {
    FAQs: '/app/faqs',
    Settings: '/app/settings',
    'Lists of choices': '/app/options',
    Webhooks: '/app/webhooks',
    'Security log': '/app/securitylog',
    'Request log': '/app/requestlog',
    Locks: '/app/datalocks',
  }),
  ...items('Office', 'padmin', {
    Notifications: '/app/notifications/admin',
    System: '/app/system',
  }),
  ...items('About us', 'user', {
    Help: '/app/help',
    About: '/app/about',
    Contact: '/app/contact',
    Privacy: '/app/privacy',
    Terms: '/app/terms',
  }),
]

// Screens that stand behind others, and are found by their names.
const behind: readonly MenuItem[] = [
  ...items('Messaging', 'user', { Chats: '/app/messages/chats' }),
  ...items('Messaging', 'manager', { 'Bulk message': '/app/bulkmessage' }),
  ...items('Messaging', 'admin', { 'Mail domain': '/app/messages/domain' }),
  ...items('Supply', 'user', { 'Reading rules': '/app/meters/rules' }),
  ...items('Work', 'user', { 'Bill rules': '/app/bills/rules' }),
  ...items('Money', 'accounting', {
    'Commission entries': '/app/commissions',
    'Open items': '/app/openitems',
  }),
  ...items('Money', 'manager', {
    'Statement run': '/app/commissionstatements/run',
    'Account transactions': '/app/accounttransactions',
    'Margins of invoices': '/app/invoicemargins',
    'Connections won and lost': '/app/connectionmoves',
  }),
  ...items('You', 'user', { 'Change Password': '/app/password/change' }),
  ...items('Superadmin', 'padmin', { 'Sign-in Mail': '/app/admin/mails' }),
]

const signIn: MenuItem = { section: '', label: 'Sign In', path: '/app/signin', from: 'guest' }

/** §6: the items a role sees; a guest sees Sign In alone. */
export function menuFor(role: Role): readonly MenuItem[] {
  if (role === 'guest') return [signIn]
  return menu.filter((item) => atLeast(role, item.from))
}

/** What stands below, for the same role. */
export function moreMenuFor(role: Role): readonly MenuItem[] {
  return moreMenu.filter((item) => atLeast(role, item.from))
}

/** Every screen that a role may look for by its name. */
export function screensFor(role: Role): readonly MenuItem[] {
  const others = behind.filter((item) => atLeast(role, item.from))
  return [...menuFor(role), ...moreMenuFor(role), ...others]
}

/** The route of an address, whatever its last slash; undefined when the product has none such. */
export function routeOf(path: string): Path | undefined {
  const known = Object.hasOwn(routes, path) ? path : otherSlash(path)
  // The lookup above is the check; TypeScript cannot see it.
  return Object.hasOwn(routes, known) ? (known as Path) : undefined
}

/** §2: whether a role may enter an address. Unknown addresses are nobody's. */
export function mayEnter(role: Role, path: string): boolean {
  const route = routeOf(path)
  if (!route) return false
  const { entry } = routes[route]
  if (entry === 'public') return true
  return atLeast(role, entry === 'padmin' ? 'padmin' : 'user')
}

export function isPublic(path: string): boolean {
  const route = routeOf(path)
  return route !== undefined && routes[route].entry === 'public'
}

export function titleOf(path: string): string {
  return routes[routeOf(path) ?? '/404'].title
}

/**
 * Where `next` may lead after sign-in: a protected address of our own table, its query kept.
 * Everything else is null, so that a crafted link never takes anybody outside.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || next.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return null
  const path = next.split(/[?#]/, 1)[0] ?? ''
  const route = routeOf(path)
  return route && routes[route].entry !== 'public' ? next : null
}

function otherSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}
