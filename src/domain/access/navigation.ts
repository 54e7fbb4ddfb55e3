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
  | 'You'

// §2: the menu in the order of its table; Profile closes it, beside Sign out.
export const menu: readonly MenuItem[] = [
  { section: '', label: 'Home', path: '/app/home', from: 'user' },
  { section: '', label: 'Dashboard', path: '/app/dashboard', from: 'user' },
  // Not in the specification: our choice. What is to be done is asked for every morning.
  { section: '', label: 'Tasks', path: '/app/tasks', from: 'user' },
  { section: '', label: 'Customer lists', path: '/app/customerlists', from: 'user' },
  { section: '', label: 'Invoices', path: '/app/invoices', from: 'user' },
  // Not in the specification: our choice. What suppliers ask for is looked at every day.
  { section: '', label: 'Bills', path: '/app/bills', from: 'user' },
  { section: '', label: 'Invoice Payments', path: '/app/invoicepayments', from: 'user' },
  { section: '', label: 'Customers', path: '/app/customers', from: 'user' },
  // Not in the specification: our choice. It stands beside the customers it shows.
  { section: '', label: 'Map', path: '/app/map', from: 'user' },
  { section: '', label: 'Suppliers', path: '/app/suppliers', from: 'user' },
  { section: '', label: 'Partners', path: '/app/partners', from: 'user' },
  // Not in the specification: our choice. Everybody has some of them, by their role.
  { section: '', label: 'Reports', path: '/app/reports', from: 'user' },
  { section: 'Messaging', label: 'Message history', path: '/app/messages', from: 'user' },
  // Not in the specification: our choice.
  { section: 'Messaging', label: 'Canned replies', path: '/app/cannedreplies', from: 'user' },
  {
    section: 'Messaging',
    label: 'Opted out contacts',
    path: '/app/messageblacklists',
    from: 'user',
  },
  // Not in the specification: our choice. What is collected stands before what the bank shows.
  { section: 'Accounting', label: 'Direct debits', path: '/app/directdebits', from: 'accounting' },
  {
    section: 'Accounting',
    label: 'Bank Transactions',
    path: '/app/banktransactions',
    from: 'accounting',
  },
  // Not in the specification: our choice.
  {
    section: 'Accounting',
    label: 'Bank statements',
    path: '/app/bankstatements',
    from: 'accounting',
  },
  { section: 'Accounting', label: 'Bank accounts', path: '/app/bankaccounts', from: 'accounting' },
  { section: 'Accounting', label: 'Bank rules', path: '/app/bankrules', from: 'accounting' },
  { section: 'Accounting', label: 'Payers', path: '/app/payeraliases', from: 'accounting' },
  { section: 'Accounting', label: 'Adjustments', path: '/app/adjustments', from: 'accounting' },
  {
    section: 'Accounting',
    label: 'Accountant’s files',
    path: '/app/accountantfiles',
    from: 'accounting',
  },
  {
    section: 'Accounting',
    label: 'Commission statements',
    path: '/app/commissionstatements',
    from: 'accounting',
  },
  { section: 'Manager', label: 'Staff', path: '/app/staffs', from: 'manager' },
  // Not in the specification: our choice. Who is asked for evidence is the manager.
  { section: 'Manager', label: 'Stopped by care', path: '/app/carestops', from: 'manager' },
  { section: 'Manager', label: 'Transactions', path: '/app/transactions', from: 'manager' },
  {
    section: 'Administrators',
    label: 'Message Templates',
    path: '/app/messagetemplates',
    from: 'admin',
  },
  { section: 'Administrators', label: 'Website', path: '/app/website/edit', from: 'admin' },
  // Not in the specification: our choice.
  { section: 'Administrators', label: 'Settings', path: '/app/settings', from: 'admin' },
  { section: 'Administrators', label: 'Webhooks', path: '/app/webhooks', from: 'admin' },
  { section: 'Administrators', label: 'Export', path: '/app/export', from: 'admin' },
  { section: 'Superadmin', label: 'All Users', path: '/app/users/admin', from: 'padmin' },
  {
    section: 'Superadmin',
    label: 'All Organisations',
    path: '/app/organisations/admin',
    from: 'padmin',
  },
  {
    section: 'Superadmin',
    label: 'All Message Templates',
    path: '/app/admin/messagetemplates',
    from: 'padmin',
  },
  { section: 'Superadmin', label: 'Page Contents', path: '/app/pagecontents', from: 'padmin' },
  // Not in the specification: our choice.
  { section: 'Superadmin', label: 'System', path: '/app/system', from: 'padmin' },
  { section: 'You', label: 'Profile', path: '/app/profile/edit', from: 'user' },
]

const signIn: MenuItem = { section: '', label: 'Sign In', path: '/app/signin', from: 'guest' }

/** §6: the items a role sees; a guest sees Sign In alone. */
export function menuFor(role: Role): readonly MenuItem[] {
  if (role === 'guest') return [signIn]
  return menu.filter((item) => atLeast(role, item.from))
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
