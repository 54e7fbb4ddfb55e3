import type { ExportedColumn } from '#domain/exports/manifest.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import type { Snapshot } from './snapshot.ts'

/** Some rows of a file as they are written. */
export interface Batch {
  text: string | Buffer
  rows: number
  /** Amounts of these rows, by their column; decimal text. */
  amounts: readonly (readonly [column: string, amount: string])[]
}

/** A file of an export that is yet to be written. */
export interface PlannedFile {
  name: string
  title: string
  columns: readonly ExportedColumn[]
  batches(snapshot: Snapshot): AsyncIterable<Batch>
}

/** What the columns of money of a file add up to. */
export function makeSums(columns: readonly ExportedColumn[]) {
  const sums = new Map(
    columns.filter(({ kind }) => kind === 'money').map(({ name }) => [name, cents('0.00')]),
  )
  return {
    add(amounts: Batch['amounts']) {
      for (const [column, amount] of amounts) {
        const sum = sums.get(column)
        if (sum !== undefined) sums.set(column, sumCents([sum, cents(amount)]))
      }
    },
    result: () =>
      Object.fromEntries([...sums].map(([column, sum]) => [column, toDecimalString(sum)])),
  }
}
