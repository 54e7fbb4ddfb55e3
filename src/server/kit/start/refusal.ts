/**
 * An error that is meant for the person who started the program: shown as its message alone,
 * without a stack, because the message already says what to do.
 */
export function refusal(message: string): Error {
  const error = new Error(message)
  error.name = 'Refusal'
  return error
}

export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Refusal'
}
