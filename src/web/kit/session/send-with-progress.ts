import type { InputOf, Sendable } from '#domain/kit/call.ts'
import { networkMessage } from '#domain/kit/problem.ts'
import { csrfToken } from './api.ts'
import { addressed, formOf } from './send.ts'
import { readStored } from './storage.ts'

interface Options {
  key: string
  /** Told how much has left, from 0 to 100. */
  onProgress: (percent: number) => void
}

/** Sends a file; the old request object is the only one that tells how far it has come. */
export function sendWithProgress<C extends Sendable>(
  call: C,
  input: InputOf<C>,
  { key, onProgress }: Options,
): Promise<void> {
  const { path, rest } = addressed(call.path, input)
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, `/api/v1${path}`)
    request.setRequestHeader('Authorization', `JWT ${readStored('token') ?? ''}`)
    request.setRequestHeader('X-CSRF-Token', csrfToken())
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100)
    request.onerror = () => reject(new Error(networkMessage))
    request.onload = () => {
      if (request.status === 201) resolve()
      else reject(new Error(refusalIn(request.responseText)))
    }
    request.send(formOf(Object(rest)))
  })
}

function refusalIn(text: string): string {
  try {
    const body = JSON.parse(text)
    return body.errors?.[0]?.message ?? body.message ?? networkMessage
  } catch {
    return networkMessage
  }
}
