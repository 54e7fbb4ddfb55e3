import { Problem } from '#domain/kit/problem.ts'
import { sqlStateOf } from '#server/kit/database/database.ts'

/** A contract's day is billed once; the database says so, this says it in words. */
export async function explainPeriodOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlStateOf(error) !== '23P01') throw error
    throw new Problem('conflict', {
      message:
        'Some of these days are on another invoice of the contract. Change the period, or cancel or redo the other one.',
      errors: [
        { field: 'period_start', code: 'conflict', message: 'These days are billed already.' },
      ],
    })
  }
}
