import { rate, supplierrate } from '#domain/contracts/rate.ts'
import { rateupdate, supplierrateupdate } from '#domain/contracts/rateupdate.ts'
import type { Entity } from '#domain/kit/entity.ts'

/** Sell rates and buy rates follow the same rules; this is all that differs. */
export interface RateSide {
  rate: Entity
  update: Entity
  /** The column of a rate that names the update it came with. */
  updateColumn: string
  action: 'addrateupdates' | 'addsupplierrateupdates'
}

export const sellSide: RateSide = {
  rate,
  update: rateupdate,
  updateColumn: 'rateupdate_id',
  action: 'addrateupdates',
}

export const buySide: RateSide = {
  rate: supplierrate,
  update: supplierrateupdate,
  updateColumn: 'supplierrateupdate_id',
  action: 'addsupplierrateupdates',
}
