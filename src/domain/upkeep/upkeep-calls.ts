import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'

export type UpkeepKind = 'drill' | 'rotation' | 'books' | 'backup'
export const upkeepOutcomes = ['waiting', 'running', 'passed', 'failed', 'interrupted'] as const
export type UpkeepOutcome = (typeof upkeepOutcomes)[number]

/** What a trial restore, or a look at the books, has found out. */
export interface DrillDetail {
  /** The folder of the backup it was tried with. */
  backup?: string
  tables?: number
  rows?: number
  files?: number
  seconds?: number
  /** What was not as it should be. */
  findings: string[]
}

/** How one run of what looks after the installation went. */
export interface UpkeepReport {
  id: number
  kind: UpkeepKind
  outcome: UpkeepOutcome
  asked_by: string | null
  started_at: string
  finished_at: string | null
  detail: Partial<DrillDetail>
}

// It tells of every organisation at once: platform admins alone, in person and under their own name.
const policy: Policy = {
  from: 'padmin',
  apiKey: false,
  withoutOrganisation: true,
  whileImpersonating: false,
}

export const upkeepCalls = {
  list: call({
    method: 'GET',
    path: '/upkeepreports',
    summary:
      'How backups, trial restores, checks of the books and changes of the key went, newest first',
    policy,
    input: z.object({}),
    answers: data<UpkeepReport[]>(),
  }),
  drill: call({
    method: 'POST',
    path: '/upkeepreport/drill',
    summary: 'Make a backup now and restore it into a database of its own',
    policy,
    input: z.strictObject({}),
    answers: data<{ id: number }>(),
  }),
}
