import { type RateEntity, rate, supplierrate } from '#domain/contracts/rate.ts'
import { rateupdate, supplierrateupdate } from '#domain/contracts/rateupdate.ts'

/** Sell rates and buy rates follow the same rules; this is all that differs. */
export interface RateSide {
  rate: RateEntity
  update: typeof rateupdate | typeof supplierrateupdate
  /** The column of a rate that names the update it came with. */
  updateColumn: 'rateupdate_id' | 'supplierrateupdate_id'
  /** The same column, with its value. */
  broughtBy(update_id: number): { rateupdate_id: number } | { supplierrateupdate_id: number }
  action: 'addrateupdates' | 'addsupplierrateupdates'
}

export const sellSide: RateSide = {
  rate,
  update: rateupdate,
  updateColumn: 'rateupdate_id',
  broughtBy: (rateupdate_id) => ({ rateupdate_id }),
  action: 'addrateupdates',
}

export const buySide: RateSide = {
  rate: supplierrate,
  update: supplierrateupdate,
  updateColumn: 'supplierrateupdate_id',
  broughtBy: (supplierrateupdate_id) => ({ supplierrateupdate_id }),
  action: 'addsupplierrateupdates',
}
