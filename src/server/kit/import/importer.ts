import type { ImportEntity } from '#domain/kit/import/import-calls.ts'
import { type ImportJobs, importJobs } from './import-jobs.ts'
import type { AnyKind } from './import-kind.ts'

/** A kind of file with the work that follows from it. */
export type Importer<B extends ImportEntity = ImportEntity> = AnyKind & {
  batch: B
  work: ImportJobs
}

/** Made once where a kind is defined: its jobs are listed with all others, its handlers served. */
export function importer<B extends ImportEntity>(kind: AnyKind & { batch: B }): Importer<B> {
  return { ...kind, work: importJobs(kind) }
}
