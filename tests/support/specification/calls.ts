// §7 word by word: every call that is named there, by method and path. Written from the text by
// hand; nothing here may ever be taken from the code, which is held against it.
const one = (...names: string[]) =>
  names.flatMap((name) => ['GET', 'PUT', 'POST', 'DELETE'].map((method) => `${method} /${name}`))
const many = (...plurals: string[]) =>
  plurals.flatMap((plural) => [`GET /${plural}`, `DELETE /${plural}`])

const session = [
  ...['POST /user/signin', 'POST /user/signout', 'GET /user/token', 'POST /user/impersonate'],
  ...['POST /user/role', 'GET /user/organisations'],
  ...['PUT /user', 'POST /user', 'POST /user/confirm', 'DELETE /user'],
  ...['GET /users', 'DELETE /users', 'GET /users/search'],
  'POST /token',
  ...['POST /password/change', 'POST /password/reset', 'GET /password'],
]

const startup = ['GET /options', 'GET /geoinfo']

const background = ['GET /messages', ...one('datalock')]

const settings = [
  'PUT /apikey',
  ...['PUT /guardcode', 'GET /guardcode', 'DELETE /guardcode'],
  ...['POST /guardcode/verify', 'POST /guardcode/send'],
  ...['GET /website', 'POST /website'],
  ...[...one('notification'), 'POST /notification/expire'],
  ...[...many('notifications'), 'GET /notifications/current'],
  ...[...one('pagecontent'), ...many('pagecontents'), 'GET /pagecontents/search'],
  ...[...one('organisationconfig'), ...many('organisationconfigs')],
  ...[...one('userconfig'), ...many('userconfigs'), 'POST /userconfig/save'],
  ...[...one('userpermission'), ...many('userpermissions')],
]

const files = [
  ...one('file', 'folder'),
  ...many('files', 'folders'),
  ...['POST /file/zip', 'POST /file/unzip'],
  ...['POST /file/{file_id}/download', 'POST /file/{file_id}/view'],
  ...['POST /file/{file_id}/encrypt', 'POST /file/{file_id}/decrypt'],
]

const office = [
  ...[...one('banktransaction'), ...many('banktransactions')],
  ...[...one('message'), ...many('messages'), 'POST /message/resend'],
  ...[...one('messagetemplate'), ...many('messagetemplates')],
  ...[...one('messageblacklist'), ...many('messageblacklists')],
  ...[...one('role'), ...many('roles')],
  ...[...one('organisation'), 'GET /organisation/member', 'GET /organisation/members'],
  ...[...many('organisations'), 'GET /organisations/overview', 'GET /organisations/search'],
  ...[...one('membership'), ...many('memberships')],
  ...[...one('transaction'), ...many('transactions')],
  ...[...one('accounttransaction'), ...many('accounttransactions')],
  ...[...one('enquiry'), ...many('enquiries')],
  ...[...one('signature'), 'GET /signature/default', 'GET /invoicetransactions'],
]

const people = [
  ...[...one('staff'), ...many('staffs'), ...one('customer'), ...many('customers')],
  ...[...one('supplier'), ...many('suppliers'), ...one('partner'), ...many('partners')],
  ...['GET /customers/search', 'GET /customers/csv', 'GET /customers/prospects/notinvoiced'],
  ...['GET /customers/active/notinvoiced', 'GET /customers/active/neverinvoiced'],
  'GET /customers/active/contract/expiring',
  ...['POST /partner/commission/send', 'GET /partners/customercount'],
]

const supply = [
  ...[...one('contract'), ...many('contracts')],
  ...['POST /contract/addrateupdates', 'POST /contract/addsupplierrateupdates'],
  ...['POST /contract/cancel', 'POST /contract/restore', 'POST /contract/lock'],
  ...['POST /contract/duplicate', 'POST /contract/send'],
  ...[...one('proposal'), ...many('proposals'), 'GET /proposals/csv'],
  ...[...one('meter'), ...many('meters'), 'GET /meters/csv'],
  ...[...one('meterreading'), ...many('meterreadings'), 'GET /meterreadings/csv'],
  ...[...one('note'), ...many('notes'), 'GET /notes/csv'],
  ...[...one('rate'), ...many('rates'), ...one('supplierrate'), ...many('supplierrates')],
  ...[...one('rateupdate'), ...many('rateupdates'), 'POST /rateupdates/send'],
  ...[...one('supplierrateupdate'), ...many('supplierrateupdates')],
  'POST /supplierrateupdates/send',
]

const money = [
  ...[...one('billpayment'), ...many('billpayments'), 'GET /billpayments/csv'],
  ...[...one('invoicepayment'), ...many('invoicepayments'), 'GET /invoicepayments/csv'],
  ...['POST /invoicepayment/refund', 'POST /invoicepayment/cancel'],
  ...[...one('invoice'), ...many('invoices'), 'GET /invoice/latest'],
  ...['POST /invoice/new', 'POST /invoice/cancel', 'POST /invoice/redo', 'POST /invoice/draft'],
  ...['POST /invoice/send', 'POST /invoice/recalculate', 'POST /invoice/remind'],
  'POST /invoice/approve',
  ...['GET /invoices/due', 'GET /invoices/latest', 'GET /invoices/latest/duebills'],
  ...['GET /bill', 'POST /bill', ...many('bills'), 'GET /bills/due', 'GET /bills/unpaid'],
  ...['GET /activityuserbills', 'POST /activityuserbills/send', 'GET /activityuserbills/recent'],
  ...['GET /activitycustomerinvoices', 'POST /activitycustomerinvoices/send'],
  'GET /activitycustomerinvoices/recent',
]

export const specifiedCalls: readonly string[] = [
  ...[...session, ...startup, ...background, ...settings, ...files, ...office],
  ...[...people, ...supply, ...money],
]

/** A bill is read and changed; it is captured with its invoice and has no creating call. */
export const refusedCalls: readonly string[] = ['PUT /bill']

/** What `GET /messages` is asked every 20 seconds. */
export const polledBy = [
  ...['organisation_id', 'created_from', 'type', 'reference_id', 'reference_object'],
] as const

/** The lists that are loaded whole, with limit 0 and offset 0. */
export const wholeLists = ['/staffs', '/suppliers', '/partners'] as const

/** What downloads are called, followed by YYYY-MM-DD_HH-mm-ss in UTC and .csv. */
export const downloads: Readonly<Record<string, string>> = {
  '/billpayments/csv': 'payments_to_suppliers-',
  '/invoicepayments/csv': 'payments_from_customers-',
  '/customers/csv': 'customers-',
  '/proposals/csv': 'proposals-',
  '/meters/csv': 'meters-',
  '/meterreadings/csv': 'meterreadings-',
  '/notes/csv': 'notes-',
}

/** §8: the numbers known to the product and what each is called there. */
export const specifiedCodes: Readonly<Record<number, string>> = {
  ...{ 200: 'OK', 201: 'created', 202: 'accepted', 260: 'empty', 261: 'updated', 262: 'deleted' },
  ...{ 400: 'bad request', 401: 'unauthorised', 403: 'forbidden', 404: 'not found' },
  ...{ 409: 'conflict', 413: 'request too large', 415: 'unsupported media type' },
  ...{ 461: 'password too short', 462: 'passwords do not match', 463: 'username too short' },
  ...{ 464: 'username conflict', 465: 'email conflict', 466: 'email invalid' },
  ...{ 467: 'name too short', 468: 'name conflict', 469: 'token invalid', 470: 'token expired' },
  ...{ 471: 'number too short', 472: 'number conflict', 473: 'archived', 474: 'outdated' },
  ...{ 475: 'unconfirmed', 476: 'not possible', 477: 'usernames do not match' },
  ...{ 500: 'server error', 501: 'not implemented' },
}
