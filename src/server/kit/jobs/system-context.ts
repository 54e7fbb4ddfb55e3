import { sql } from '#server/kit/database/sql.ts'
import { toldError } from '#server/kit/database/told-error.ts'
import { type Context, nobody } from '#server/kit/http/context.ts'
import type { JobContext } from './job.ts'

/** What a job needs to write rows as people do: it acts for an organisation, in the system's name. */
export function systemContext(job: JobContext, organisation_id: number, task: string): Context {
  return {
    config: job.config,
    database: job.database,
    clock: job.clock,
    guest: false,
    actor: { ...nobody, name: 'Switchboard', organisation_id, role: 'padmin', via: 'system' },
    request: {
      id: task,
      ip: '',
      userAgent: '',
      isSecure: true,
      cookies: {},
      authorization: undefined,
    },
    // A job answers nobody.
    offers: () => false,
    answer: { cookies: [], headers: {} },
    afterCommit: [],
  }
}

const ACTIVE = sql<{ id: number }>`
  select id from organisations where is_active and deleted_at is null order by id`

/** Every organisation that works, for jobs that look after each of them in turn. */
export async function activeOrganisations(job: JobContext): Promise<number[]> {
  const nowhere = { organisation_id: null, user_id: null }
  const rows = await job.database.read(nowhere, (conn) => ACTIVE.all(conn))
  return rows.map((row) => row.id)
}

/** What belongs to no organisation, where organisations take turns. */
export const PLATFORM = 0

const EVERY = sql<{ id: number }>`
  select id from organisations where is_active or demonstration_number is null order by id`

/** Those at rest as well, whose books are kept; demonstrations at rest are on their way out. */
export async function everyOrganisation(job: Pick<JobContext, 'database'>): Promise<number[]> {
  const nowhere = { organisation_id: null, user_id: null }
  const rows = await job.database.read(nowhere, (conn) => EVERY.all(conn))
  return rows.map((row) => row.id)
}

/**
 * Gives each organisation its turn: one whose turn fails keeps nobody else from theirs. In the end
 * the failures are the job's, which the queue tries again.
 */
export async function eachOrganisation(
  job: JobContext,
  turn: (organisation_id: number) => Promise<void>,
  organisations?: readonly number[],
): Promise<void> {
  const failures: string[] = []
  for (const id of organisations ?? (await activeOrganisations(job))) {
    if (job.signal.aborted) break
    try {
      await turn(id)
    } catch (error) {
      // Ending in the middle of a turn is no failure of the organisation's.
      if (job.signal.aborted) throw error
      failures.push(`organisation ${id}: ${messageOf(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; ').slice(0, 2000))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? toldError(error).message : String(error)
}
