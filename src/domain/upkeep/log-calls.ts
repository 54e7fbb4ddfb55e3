import { z } from 'zod'
import { isDay } from '#domain/kit/calendar.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

/** How many rows one answer has at most. */
export const LOG_PAGE = 100
/** Things of security are rare: an answer looks back so many days. */
export const SECURITY_DAYS = 30

interface LogEntry {
  id: number
  /** The username, with who worked in its name; null for guests and programs of ours. */
  user: string | null
  organisation: string | null
  /** The browser and its system, in words. */
  user_agent: string
  ip: string | null
  /** What people quote when something went wrong. */
  request_id: string | null
  created_at: string
}

/** One call: its pattern without values, never what was sent or answered. */
export interface LoggedRequest extends LogEntry {
  request: string
  /** What kind of record it is about. */
  object_class: string | null
  status: number
  success: boolean
  /** What kind of refusal it was; its words may name people and are not shown. */
  error: string | null
  /** In milliseconds. */
  server_timing: string
  /** When it was answered. */
  processed: string
  /** Those that are kept; the others may hold secrets. */
  headers: { 'user-agent': string }
}

/** One thing that happened to somebody's way in. */
export interface LoggedEvent extends LogEntry {
  event: string
  /** What was noted beside it, as far as it may be shown. */
  detail: string
}

// Whoever works in another's name does not read who else did what.
const policy: Policy = {
  from: 'admin',
  apiKey: false,
  withoutOrganisation: true,
  whileImpersonating: false,
}

const filters = {
  day: z.string().refine(isDay, 'Please write the day as 2027-03-31.').optional(),
  q: z.string().max(100).optional(),
  before: idSchema.optional(),
}

export const logCalls = {
  requests: call({
    method: 'GET',
    path: '/requestlogs',
    summary: 'The calls of one day, newest first: the organisation’s, or all for platform admins',
    policy,
    input: z.object({ ...filters, only: z.enum(['failed', 'refused', 'slow']).optional() }),
    answers: data<LoggedRequest[]>(),
  }),
  events: call({
    method: 'GET',
    path: '/securityevents',
    summary: 'Sign-ins, refusals and changes of access of thirty days up to one, newest first',
    policy,
    input: z.object({ ...filters, event: z.string().max(60).optional() }),
    answers: data<LoggedEvent[]>(),
  }),
}
