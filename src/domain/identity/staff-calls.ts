import { verbs } from '#domain/kit/verbs.ts'
import { staff } from './staff.ts'

export const staffCalls = verbs(staff)
