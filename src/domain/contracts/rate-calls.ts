import { verbs } from '#domain/kit/verbs.ts'
import { rate, supplierrate } from './rate.ts'

/** Rates one by one. */
export const rateCalls = verbs(rate)
export const supplierrateCalls = verbs(supplierrate)
