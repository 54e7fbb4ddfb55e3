import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { rateupdate, supplierrateupdate } from './rateupdate.ts'

/** What a customer reads of an update. */
export interface SentNotice {
  id: number
  customer_id: number
  customer: string
  /** By mail; on the phone where no mail can go, or where reminders go there first. */
  channel: 'email' | 'sms'
  to: string
  /** A text message has none. */
  subject: string | null
  text: string
}

/** An update that nobody is told of, and why. */
export interface ExcludedUpdate {
  id: number
  customer: string
  reason: string
}

export interface SentNotices {
  notices: SentNotice[]
  excluded: ExcludedUpdate[]
}

/** What became of the rows of a file that are about one contract and day. */
export interface ContractOutcome {
  /** Where there is such a contract. */
  contract_id?: number
  contract_number: string
  valid_from_date: string
  rates: number
  update_id?: number
  rows: number[]
  problem: string | null
}

export interface CheckedRateFile {
  outcomes: ContractOutcome[]
  /** Rows that could not be read. */
  problems: { row_number: number; message: string }[]
}

export interface ImportedRateFile extends CheckedRateFile {
  /** None after a dry run. */
  batch: string | null
}

/** Announced changes of rates: made, listed, taken back, told to customers, brought in by file. */
function rateUpdateCalls<E extends typeof rateupdate | typeof supplierrateupdate>(entity: E) {
  const updates = entity.labelPlural.toLowerCase()
  return {
    // What was taken back is made anew.
    ...verbs(entity, { without: ['restore'] }),
    send: call({
      method: 'POST',
      path: `/${entity.plural}/send`,
      summary: `Send notices of ${updates} to customers`,
      policy: { from: 'accounting' },
      input: z.strictObject({
        ids: z.array(idSchema).min(1).max(500),
        preview: z.boolean().optional(),
        // To customers who were told already.
        again: z.boolean().optional(),
      }),
      answers: data<SentNotices>(),
    }),
    import: call({
      method: 'POST',
      path: `/${entity.plural}/import`,
      summary: `Bring in ${updates} for many contracts from CSV`,
      policy: { from: 'accounting' },
      input: z.strictObject({
        csv: uploadSchema,
        valid_from_date: sentDay('Valid from').optional(),
        reason: z.string().trim().max(1000).optional(),
        dry_run: z.boolean().optional(),
      }),
      answers: data<ImportedRateFile>(),
    }),
  }
}

export const rateupdateCalls = rateUpdateCalls(rateupdate)
export const supplierrateupdateCalls = rateUpdateCalls(supplierrateupdate)
