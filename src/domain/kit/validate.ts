import type { z } from 'zod'
import { type Entity, formOrder, labelOf } from './entity.ts'
import { errorCode, type FieldError, Problem, type ProblemName } from './problem.ts'

/** Parses input or throws one Problem that lists every failure. */
export function validate<T>(schema: z.ZodType<T>, input: unknown, entity?: Entity): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw problemOf(parsed.error.issues, entity)
}

interface Failure extends FieldError {
  problem: ProblemName
}

/**
 * Failures of shape answer 400; where every failure has a code of its own, the first in form order
 * names the answer. All of them are listed.
 */
export function problemOf(issues: readonly z.core.$ZodIssue[], entity?: Entity): Problem {
  const failures = issues.flatMap((issue) => failuresOf(issue, entity))
  const order = entity ? formOrder(entity) : []
  const rank = (failure: Failure) => {
    const place = order.indexOf(failure.field)
    return place < 0 ? order.length : place
  }
  failures.sort((a, b) => rank(a) - rank(b))
  const shape = failures.some((failure) => failure.problem === 'badRequest')
  const problem = shape ? 'badRequest' : (failures[0]?.problem ?? 'badRequest')
  const errors = failures.map(({ field, code, message }) => ({ field, code, message }))
  const single = shape ? undefined : errors[0]?.message
  return new Problem(problem, { errors, ...(single ? { message: single } : {}) })
}

function failuresOf(issue: z.core.$ZodIssue, entity?: Entity): Failure[] {
  const field = issue.path.join('.')
  const label = entity && field ? labelOf(entity, field) : field || 'The request'
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => failure(key, `We don't know the field “${key}”.`))
  if (issue.code === 'invalid_union') {
    // The last branch is the value itself; the others only let it be empty.
    const branch = issue.errors.findLast((list) => list.length > 0)
    if (branch)
      return branch.flatMap((inner) =>
        failuresOf({ ...inner, path: [...issue.path, ...inner.path] }, entity),
      )
  }
  if (issue.code === 'custom') {
    // Our own checks put the catalogue's name beside the message.
    const problem = (issue.params as { problem?: ProblemName } | undefined)?.problem
    return [failure(field, issue.message, problem)]
  }
  // Zod's own words are for programmers; a schema's own are for people and stay.
  const isOwn = !/^(Invalid|Too)/.test(issue.message)
  if (isOwn) return [failure(field, issue.message)]
  if (issue.code === 'too_big' && 'maximum' in issue)
    return [failure(field, `${label} is too big – at most ${String(issue.maximum)}.`)]
  if (issue.code === 'too_small' && 'minimum' in issue)
    return [failure(field, `${label} is too small – at least ${String(issue.minimum)}.`)]
  return [failure(field, `${label} isn't right.`)]
}

function failure(field: string, message: string, problem: ProblemName = 'badRequest'): Failure {
  return { field, message, problem, code: errorCode(problem) }
}
