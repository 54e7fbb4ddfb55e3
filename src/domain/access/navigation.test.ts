import { describe, expect, test } from 'vitest'
import {
  isPublic,
  mayEnter,
  menu,
  menuFor,
  moreMenu,
  moreMenuFor,
  routeOf,
  safeNext,
  screensFor,
  titleOf,
} from './navigation.ts'
import { roles } from './role.ts'
import { type Path, routes } from './routes.ts'

const paths = Object.keys(routes)
// Reached from the rows, records and figures they tell more of, or from the sign-in screen.
const elsewhere = new Set([
  ...['/app/accounttransactions', '/app/transactions/invoice', '/app/commissions'],
  ...['/app/openitems', '/app/invoicemargins', '/app/map/customers'],
  ...['/app/connectionmoves'],
  ...['/app/commissionstatements/run', '/app/admin/messageblacklists', '/app/admin/mails'],
  ...['/app/meters/rules', '/app/bills/rules', '/app/messages/doubles', '/app/messages/chats'],
])
/** A screen of many things: their plural, and no record of one. */
const isList = (path: string) =>
  /^\/app\/([a-z]+\/)?[a-z]+s(\/admin|\/run|\/import)?$/.test(path) &&
  !path.endsWith('/details') &&
  routes[path as Path].entry !== 'public' &&
  !elsewhere.has(path)
// The table of the specification, by role.
const everyday = [
  'Home',
  'Dashboard',
  'Customer lists',
  'Invoices',
  'Invoice Payments',
  'Customers',
  'Suppliers',
  'Partners',
  'Message history',
  'Opted out contacts',
]
const accounting = ['Bank Transactions']
const manager = ['Staff', 'Transactions']
const administrators = ['Message Templates', 'Website', 'Export']
const superadmin = ['All Users', 'All Organisations', 'All Message Templates', 'Page Contents']

describe('the menu', () => {
  test.each([
    ['guest', ['Sign In']],
    ['user', [...everyday, 'Profile']],
    ['accounting', [...everyday, ...accounting, 'Profile']],
    ['manager', [...everyday, ...accounting, ...manager, 'Profile']],
    ['admin', [...everyday, ...accounting, ...manager, ...administrators, 'Profile']],
    [
      'padmin',
      [...everyday, ...accounting, ...manager, ...administrators, ...superadmin, 'Profile'],
    ],
  ] as const)('%s sees the items of the specification, and no other', (role, labels) => {
    expect(menuFor(role).map((item) => item.label)).toEqual(labels)
  })

  test('what the specification’s menu lacks is reached below it, each once', () => {
    const below = moreMenuFor('padmin').map((item) => item.path)
    const both = [...below, ...menuFor('padmin').map((item) => item.path)]
    expect(new Set(both).size).toBe(both.length)
    for (const path of paths.filter(isList)) expect(both, path).toContain(path)
  })

  test('nobody is shown below what their role may not do', () => {
    const labels = (role: (typeof roles)[number]) => moreMenuFor(role).map(({ label }) => label)
    expect(labels('guest')).toEqual([])
    expect(labels('user')).not.toContain('Bank accounts')
    expect(labels('accounting')).toContain('Bank accounts')
    expect(labels('manager')).not.toContain('Settings')
    expect(labels('admin')).not.toContain('System')
  })

  test('every item leads to a route of the table', () => {
    for (const item of [...menu, ...moreMenu]) expect(paths).toContain(item.path)
  })

  test.each(roles)('%s may enter everything the menu shows', (role) => {
    for (const item of [...menuFor(role), ...moreMenuFor(role)])
      expect(mayEnter(role, item.path)).toBe(true)
  })
})

const publicPaths = [
  '/',
  '/app/',
  '/static/',
  '/app/signin',
  '/app/signout',
  '/app/about',
  '/app/contact',
  '/app/help',
  '/app/privacy',
  '/app/terms',
  '/app/password/reset',
  '/app/password/reset/email',
  '/app/password/reset/thanks',
  '/app/password/reset/token',
  '/app/register/email',
  '/app/register/thanks',
  '/app/register/token',
  '/app/invitation',
  '/invoice/',
  '/contract/',
  '/account/',
  '/commission/',
  '/file/',
  '/directdebit/',
  '/directdebit/done',
  '/tests/flex',
  '/tests/grid',
  '/404',
]
const platform = [
  '/app/users/admin',
  '/app/user/admin',
  '/app/notifications/admin',
  '/app/notification/admin',
  '/app/organisations/admin',
  '/app/organisation/admin',
  '/app/admin/mails',
  '/app/admin/messagetemplates',
  '/app/admin/messagetemplate/edit',
  '/app/admin/messageblacklists',
  '/app/admin/messageblacklist',
  '/app/pagecontents',
  '/app/pagecontent/edit',
  '/app/system',
]

describe('entering a route', () => {
  test('the public routes are those of the specification and those that links in mails open', () => {
    expect(paths.filter(isPublic).sort()).toEqual([...publicPaths].sort())
  })

  // Shows: R14
  test.each(paths)('%s opens to exactly the roles it is meant for', (path) => {
    const entitled = roles.filter((role) => {
      if (publicPaths.includes(path)) return true
      return platform.includes(path) ? role === 'padmin' : role !== 'guest'
    })
    expect(roles.filter((role) => mayEnter(role, path))).toEqual(entitled)
  })

  test('an address outside the table opens to nobody', () => {
    for (const role of roles) expect(mayEnter(role, '/app/nowhere')).toBe(false)
  })

  test('a closing slash makes no difference', () => {
    expect(routeOf('/app')).toBe('/app/')
    expect(routeOf('/app/customers/')).toBe('/app/customers')
    expect(routeOf('/invoice')).toBe('/invoice/')
    expect(routeOf('toString')).toBeUndefined()
  })
})

describe('titles', () => {
  test.each([
    ['/', 'Welcome'],
    ['/app/signin', 'Sign In'],
    ['/app/signout', 'Sign Out'],
    ['/app/home', 'Home'],
    ['/app/export', 'Export'],
    ['/app/dashboard', 'Dashboard'],
    ['/app/help', 'Help'],
    ['/app/password/change', 'Change Password'],
    ['/app/password/reset', 'Reset Password'],
    ['/app/password/reset/token', 'Password Reset'],
    ['/app/privacy', 'Privacy'],
    ['/app/register/email', 'Create Account'],
    ['/app/register/thanks', 'Account Created'],
    ['/app/register/token', 'Create User Account'],
    ['/app/map', 'Map'],
    ['/app/enquiry', 'Enquiry'],
    ['/app/terms', 'Terms and Conditions'],
    ['/app/profile/edit', 'Edit User Profile'],
    ['/app/transaction', 'Transaction'],
    ['/app/message', 'Message'],
    ['/app/messagetemplates', 'Message Templates'],
  ] satisfies [Path, string][])('%s is called %s', (path, title) => {
    expect(titleOf(path)).toBe(title)
  })

  test('an unknown address is not found', () => {
    expect(titleOf('/app/nowhere')).toBe('Not found')
  })
})

describe('next', () => {
  test.each([
    '/app/home',
    '/app/customers',
    '/app/map/customers',
    '/app/customers/',
    '/app/customer/edit?id=12',
    '/app/customers?q=M%C4%81ori&order=-name',
    '/app/customer/details?id=3#history',
  ])('%s is followed after sign-in', (next) => {
    expect(safeNext(next)).toBe(next)
  })

  test.each([
    null,
    undefined,
    '',
    'app/home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    'https://evil.example',
    'http:/evil.example',
    'HTTPS://evil.example/app/home',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' /app/home',
    '\t/app/home',
    '/\t/evil.example',
    '/\n/evil.example',
    '/app/home\r\nSet-Cookie: a=b',
    '/app/home\u0000',
    '/app/../../evil',
    '/app/home/../signin',
    '/app//home',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/app/home%00',
    '/app/%68ome',
    '/app/home@evil.example',
    '/.evil.example',
    '/app/home;/evil',
    '/evil.example',
    '/app/nowhere',
    '/api/v1/users',
    '/app/signin',
    '/app/signout',
    '/',
    '/404',
    '/app/HOME',
    '/__proto__',
    '/constructor',
    '?next=/app/home',
    '#/app/home',
    `/app/home?${'x'.repeat(600)}`,
    '/app/home?x=\\\\evil',
    '/app/hōme',
  ])('%j leads nowhere', (next) => {
    expect(safeNext(next)).toBeNull()
  })
})

test('what stands behind other screens is found by its name, by those who may use it', () => {
  const found = (role: (typeof roles)[number]) => screensFor(role).map(({ path }): string => path)
  // Reached from one record, one figure or one customer alone.
  const ofOne = [
    ...['/app/transactions/invoice', '/app/map/customers', '/app/admin/messageblacklists'],
    '/app/messages/doubles',
  ]
  expect([...elsewhere].filter((path) => !found('padmin').includes(path)).sort()).toEqual(
    ofOne.sort(),
  )
  for (const path of ['/app/messages/chats', '/app/password/change', '/app/meters/rules'])
    expect(found('user')).toContain(path)
  expect(found('user')).not.toContain('/app/commissions')
})
