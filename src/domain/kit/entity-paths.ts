import { routeOf } from '#domain/access/navigation.ts'
import type { Path } from '#domain/access/routes.ts'
import type { Entity } from './entity.ts'

interface Paths {
  list: Path
  edit: Path
  /** Where a row opens: its details, or its form where it has none. */
  open: Path
  create: Path
}

const special: Record<string, Partial<Paths>> = {
  customer: { open: '/app/customer/details', create: '/app/customer/new' },
  supplier: { open: '/app/supplier/details' },
  partner: { open: '/app/partner/details' },
  contract: { open: '/app/contract', create: '/app/contract' },
  meter: { open: '/app/meter', create: '/app/meter/new' },
  meterreading: { create: '/app/meterreading/new' },
  rateimport: { list: '/app/rates/import', edit: '/app/rates/import' },
  billimport: { list: '/app/bills/import', edit: '/app/bills/import' },
  bankimport: { list: '/app/banktransactions/import', edit: '/app/banktransactions/import' },
  readingimport: { list: '/app/meterreadings/import', edit: '/app/meterreadings/import' },
  // A register is looked at with its meter.
  meterregister: { list: '/app/meters' },
  user: { list: '/app/users/admin', edit: '/app/user/admin' },
  organisation: { list: '/app/organisations/admin', edit: '/app/organisation/admin' },
  notification: { list: '/app/notifications/admin', edit: '/app/notification/admin' },
  enquiry: { edit: '/app/enquiry' },
  proposal: { create: '/app/proposal/new' },
  invoice: { create: '/app/invoice/new' },
  banktransaction: { edit: '/app/banktransaction', create: '/app/banktransaction/new' },
  bankaccount: { open: '/app/bankaccount' },
  bankstatement: { open: '/app/bankstatement' },
  adjustment: { edit: '/app/adjustment' },
  invoicepayment: { edit: '/app/invoicepayment' },
  billpayment: { list: '/app/invoicepayments', edit: '/app/billpayment' },
  payout: { list: '/app/directdebits', edit: '/app/payout' },
  ddevent: { list: '/app/directdebits', edit: '/app/ddevent' },
  task: { edit: '/app/task' },
  commissionstatement: { edit: '/app/commissionstatement' },
  transaction: { edit: '/app/transaction' },
  platformtemplate: {
    list: '/app/admin/messagetemplates',
    edit: '/app/admin/messagetemplate/edit',
  },
  message: { edit: '/app/message', create: '/app/message/new' },
  bulkmessage: { list: '/app/messages', edit: '/app/bulkmessage' },
}

/** The addresses of an entity's screens. */
export function pathsOf(entity: Pick<Entity, 'name' | 'plural'>): Paths {
  const own = special[entity.name] ?? {}
  const list = own.list ?? routeOf(`/app/${entity.plural}`) ?? '/404'
  const edit = own.edit ?? routeOf(`/app/${entity.name}/edit`) ?? '/404'
  return { list, edit, open: own.open ?? edit, create: own.create ?? edit }
}

/** The address of one row; null where the product has no screen for it. */
export function pathOfRow(entityName: string, id: number): string | null {
  const { open } = pathsOf({ name: entityName, plural: `${entityName}s` })
  return open === '/404' ? null : `${open}?id=${id}`
}
