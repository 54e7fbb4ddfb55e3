import { expect, test } from 'vitest'
import { MadeBefore, troubleOf } from './gocardless-trouble.ts'

const none = new Headers()

/** A refusal as GoCardless writes one. */
const said = (type: string, message: string, ...errors: object[]) => ({
  error: { type, code: 422, message, documentation_url: 'https://…', request_id: 'r', errors },
})
const misused = (reason: string, message: string) =>
  said('invalid_api_usage', message, { reason, message })
const wrongState = (reason: string, message: string) =>
  said('invalid_state', message, { reason, message })

test.each([
  [401, misused('access_token_revoked', 'Token revoked'), 'ended', 'access_token_revoked'],
  [401, 'not JSON', 'ended', null],
  [403, misused('insufficient_permissions', 'No'), 'refused', 'insufficient_permissions'],
  [404, misused('resource_not_found', 'Resource not found'), 'missing', 'resource_not_found'],
  [410, misused('customer_data_removed', 'Removed'), 'missing', 'customer_data_removed'],
  [400, misused('missing_version_header', 'No version'), 'refused', 'missing_version_header'],
  [409, wrongState('mandate_is_inactive', 'Inactive'), 'refused', 'mandate_is_inactive'],
  [422, wrongState('mandate_is_inactive', 'Inactive'), 'refused', 'mandate_is_inactive'],
  [422, wrongState('cancellation_failed', 'Too late'), 'refused', 'cancellation_failed'],
  [422, wrongState('retry_failed', 'Three times'), 'refused', 'retry_failed'],
  [422, said('validation_failed', 'Validation failed'), 'refused', 'validation_failed'],
  [409, wrongState('idempotent_creation_conflict', 'Made'), 'refused', null],
  [500, said('gocardless', 'Internal server error'), 'unknown', 'gocardless'],
  [502, '<html>Bad gateway</html>', 'unknown', null],
  [403, '<html>Blocked</html>', 'unknown', null],
  [404, '<html>No such site</html>', 'unknown', null],
  [410, undefined, 'unknown', null],
  [422, { error: 'no' }, 'unknown', null],
  [304, undefined, 'unknown', null],
])('an answer of %i %j is %s', (status, body, kind, code) => {
  const trouble = troubleOf(status, none, body)
  expect(trouble).toMatchObject({ kind, ...(code === null ? {} : { code }) })
  expect(trouble).not.toBeInstanceOf(MadeBefore)
  expect(trouble.message).toMatch(/\w\.$/)
})

test('a refusal is one sentence, with each field that is not right', () => {
  const wrong = (field: string, message: string) => ({ field, message, request_pointer: '/…' })
  const words = (...errors: object[]) =>
    troubleOf(422, none, said('validation_failed', 'Validation failed', ...errors)).message
  expect(words(wrong('account_number', 'did not pass modulus check'))).toBe(
    'Validation failed: account_number did not pass modulus check.',
  )
  expect(words(wrong('email', 'is invalid.'), wrong('city', 'is too long'))).toBe(
    'Validation failed: email is invalid, city is too long.',
  )
  expect(words({ message: 'Validation failed' }, { message: 5 })).toBe('Validation failed.')
  expect(words(wrong('email', 'x'.repeat(5000))).length).toBeLessThan(600)
})

const NOON = 'Wed, 18 Nov 2026 12:00:00 GMT'

test.each([
  [{ 'ratelimit-reset': '17' }, 17],
  [{ 'retry-after': '5' }, 5],
  [{ date: NOON, 'ratelimit-reset': 'Wed, 18 Nov 2026 12:00:30 GMT' }, 30],
  [{ date: NOON, 'ratelimit-reset': String(Date.parse(NOON) / 1000 + 30) }, 30],
  [{ 'ratelimit-reset': 'Wed, 18 Nov 2026 12:00:30 GMT' }, 60],
  [{ 'ratelimit-reset': 'soon' }, 60],
  [{ 'ratelimit-reset': '86400' }, 3600],
  [{ date: NOON, 'ratelimit-reset': 'Wed, 18 Nov 2026 11:59:30 GMT' }, 1],
  [{}, 60],
])('who is asked to wait by %j waits about %i s', (headers, seconds) => {
  const body = misused('rate_limit_exceeded', 'Rate limit exceeded')
  const trouble = troubleOf(429, new Headers(headers), body)
  expect(trouble).toMatchObject({ kind: 'busy', code: 'rate_limit_exceeded' })
  expect(trouble.retryAfterSeconds).toBe(seconds)
})

test('what is there already is named, so that it can be looked at', () => {
  const message = 'A resource has already been created with this idempotency key'
  const reason = 'idempotent_creation_conflict'
  const links = { conflicting_resource_id: 'PM123' }
  const conflict = troubleOf(409, none, said('invalid_state', message, { message, reason, links }))
  expect(conflict).toBeInstanceOf(MadeBefore)
  expect(conflict).toMatchObject({ kind: 'refused', code: reason, resource_id: 'PM123' })
  const exists = troubleOf(
    422,
    none,
    said('validation_failed', 'Validation failed', {
      reason: 'bank_account_exists',
      message: 'Bank account already exists',
      links: { customer_bank_account: 'BA0000G3T3J8XC' },
    }),
  )
  expect(exists).toMatchObject({ code: 'bank_account_exists', resource_id: 'BA0000G3T3J8XC' })
})
