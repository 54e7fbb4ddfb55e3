import { randomUUID } from 'node:crypto'

const DOCS = 'https://developer.gocardless.com/api-reference'

interface ErrorPart {
  message: string
  reason?: string
  field?: string
  request_pointer?: string
  links?: Record<string, string>
}

/** An answer of theirs that is a refusal, in their words. */
export class Refusal extends Error {
  readonly code: number
  readonly body: object
  constructor(code: number, type: string, message: string, errors: readonly ErrorPart[]) {
    super(message)
    this.code = code
    const anchor = errors[0]?.reason ?? type
    const documentation_url = `${DOCS}/#${anchor}`
    this.body = {
      error: { type, code, message, documentation_url, request_id: randomUUID(), errors },
    }
  }
}

export const misused = (code: number, reason: string, message: string) =>
  new Refusal(code, 'invalid_api_usage', message, [{ reason, message }])

export const notFound = () => misused(404, 'resource_not_found', 'Resource not found')

export const wrongState = (reason: string, message: string) =>
  new Refusal(422, 'invalid_state', message, [{ reason, message }])

export const broken = () =>
  new Refusal(500, 'gocardless', 'Internal server error', [
    { reason: 'internal_server_error', message: 'Internal server error' },
  ])

export const forbidden = () =>
  misused(403, 'insufficient_permissions', 'Your access token may not do this')

export const tooMany = () => misused(429, 'rate_limit_exceeded', 'Rate limit exceeded')

export function madeBefore(id: string): Refusal {
  const message = 'A resource has already been created with this idempotency key'
  const reason = 'idempotent_creation_conflict'
  const links = { conflicting_resource_id: id }
  return new Refusal(409, 'invalid_state', message, [{ message, reason, links }])
}

/** Each field that is not right, with where it stands in what was sent. */
export function invalid(kind: string, fields: Record<string, string>): Refusal {
  const errors = Object.entries(fields).map(([field, message]) => ({
    message,
    field: field.split('/').at(-1) ?? field,
    request_pointer: `/${kind}/${field}`,
  }))
  return new Refusal(422, 'validation_failed', 'Validation failed', errors)
}
