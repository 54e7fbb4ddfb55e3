import { sql } from '#server/kit/database/sql.ts'
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
