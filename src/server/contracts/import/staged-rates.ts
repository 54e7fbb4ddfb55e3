import { rateimport, stagedrate } from '#domain/contracts/rateimport.ts'
import { severities } from '#domain/kit/import/import-entity.ts'
import { stagedCells } from '#server/kit/import/cell-statements.ts'
import type { HeldImport } from '#server/kit/import/import-kind.ts'
import { stagedRows } from '#server/kit/import/staged-rows.ts'
import { staging } from '#server/kit/import/staging.ts'

/** A file of new rates on its way in, as the server works on it. */
export interface HeldRates extends HeldImport {
  side: 'sell' | 'buy'
  valid_from_date: string | null
  batch: string
}

export const stagedRateNames = {
  batch: rateimport,
  row: stagedrate,
  group: 'group_key',
  verdict: 'severity',
  verdicts: severities,
  held: ['side', 'valid_from_date', 'batch'],
}

export const rateStaging = staging<HeldRates>(stagedRateNames)
export const rateRows = stagedRows(stagedRateNames)
export const rateCells = stagedCells(stagedRateNames, 'update_id')
