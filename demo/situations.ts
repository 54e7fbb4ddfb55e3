import type { mandateStatuses } from '#domain/customers/mandate-status.ts'

/** Where a customer stands with the broker. */
export interface Situation {
  status: 'prospect' | 'active' | 'inactive' | 'closed'
  mandate?: (typeof mandateStatuses)[number]
  owes: 'nothing' | 'current' | 'overdue' | 'both' | 'credit'
  risk: 'low' | 'medium' | 'high'
  /** Has been invoiced before. */
  latest: boolean
  isDeleted?: boolean
}

const active = { status: 'active', latest: true } as const

/** Dealt out in turn, so that every status, mandate and balance can be seen in any list. */
export const situations: readonly Situation[] = [
  { ...active, mandate: 'active', owes: 'current', risk: 'low' },
  { ...active, mandate: 'active', owes: 'nothing', risk: 'low' },
  { ...active, owes: 'both', risk: 'medium' },
  { status: 'prospect', owes: 'nothing', risk: 'low', latest: false },
  { ...active, mandate: 'active', owes: 'current', risk: 'low' },
  { ...active, mandate: 'failed', owes: 'overdue', risk: 'high' },
  { ...active, mandate: 'pending_submission', owes: 'current', risk: 'low' },
  { status: 'closed', mandate: 'cancelled', owes: 'nothing', risk: 'low', latest: true },
  { ...active, mandate: 'active', owes: 'credit', risk: 'low' },
  { ...active, mandate: 'submitted', owes: 'current', risk: 'low' },
  { ...active, mandate: 'suspended_by_payer', owes: 'both', risk: 'high' },
  { status: 'inactive', mandate: 'expired', owes: 'nothing', risk: 'medium', latest: true },
  { ...active, owes: 'current', risk: 'low' },
  {
    status: 'prospect',
    mandate: 'pending_customer_approval',
    owes: 'nothing',
    risk: 'low',
    latest: false,
  },
  { ...active, mandate: 'active', owes: 'current', risk: 'low' },
  { ...active, mandate: 'blocked', owes: 'overdue', risk: 'high' },
  { ...active, mandate: 'active', owes: 'nothing', risk: 'low' },
  { status: 'closed', owes: 'overdue', risk: 'high', latest: true },
  { ...active, mandate: 'active', owes: 'current', risk: 'low' },
  { status: 'inactive', mandate: 'consumed', owes: 'credit', risk: 'low', latest: true },
  { status: 'prospect', owes: 'nothing', risk: 'low', latest: false, isDeleted: true },
]
