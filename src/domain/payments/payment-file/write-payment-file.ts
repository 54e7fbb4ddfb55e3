import { writeAnz } from './anz.ts'
import { writeAsb } from './asb.ts'
import { writeBnz } from './bnz.ts'
import type { WritePaymentFile } from './payment-batch.ts'
import { writeWestpac } from './westpac.ts'

export const layouts = ['bnz', 'anz', 'asb', 'westpac'] as const
export type Layout = (typeof layouts)[number]

/** The file a bank takes payments from. */
export const writers: Record<Layout, WritePaymentFile> = {
  bnz: writeBnz,
  anz: writeAnz,
  asb: writeAsb,
  westpac: writeWestpac,
}
