import { notifications } from '@mantine/notifications'
import type { InputOf, Sendable } from '#domain/kit/call.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import {
  csrfToken,
  isProvedAfter,
  messageFrom,
  type Params,
  problemFrom,
  queryText,
} from './api.ts'
import { addressed } from './send.ts'
import { readStored } from './storage.ts'

interface Options {
  /** The secret of a public link. */
  linkToken?: string | undefined
  /** Kept by a form over its own retries. */
  key?: string | undefined
}

interface Fetched {
  content: Blob
  /** As the server calls it. */
  name: string | null
  headers: Headers
}

/** The file that a call answers with; a refusal is thrown for whoever asked. */
export async function fetchFile<C extends Sendable>(
  call: C,
  input: InputOf<C>,
  { linkToken, key = crypto.randomUUID() }: Options = {},
): Promise<Fetched> {
  const { path, rest } = addressed(call.path, input)
  const isRead = call.method === 'GET'
  const query = isRead ? queryText(rest as Params) : '' // What a query takes is text.
  const response = await fetch(`/api/v1${path}${query}`, {
    method: call.method,
    headers: {
      Authorization: `JWT ${readStored('token') ?? ''}`,
      ...(linkToken ? { 'X-Link-Token': linkToken } : {}),
      ...(isRead ? {} : changing(key)),
    },
    credentials: 'same-origin',
    ...(isRead ? {} : { body: JSON.stringify(rest) }),
  }).catch(() => null)
  if (!response?.ok) {
    const problem = problemFrom(
      response?.status ?? 0,
      (await response?.json().catch(() => null)) ?? {},
    )
    // What may only leave with somebody who has just proved who they are is asked for again.
    if (!linkToken && (await isProvedAfter(problem))) return fetchFile(call, input, { key })
    throw problem
  }
  const name = nameFrom(response.headers.get('content-disposition'))
  return { content: await response.blob(), name, headers: response.headers }
}

function changing(key: string) {
  return {
    'Content-Type': 'application/json',
    'X-CSRF-Token': csrfToken(),
    'Idempotency-Key': key,
  }
}

/** §7: saves the file a call answers with; its name comes from Content-Disposition when present. */
export async function saveFile<C extends Sendable>(
  call: C,
  input: InputOf<C>,
  fallbackName: string,
  options?: Options,
): Promise<Headers> {
  const { content, name, headers } = await fetchFile(call, input, options)
  save(content, name ?? fallbackName)
  toast(`${name ?? fallbackName} downloaded.`)
  return headers
}

/** The same from a button, which has no place of its own to say why it did not work. */
export async function download<C extends Sendable>(
  call: C,
  input: InputOf<C>,
  fallbackName: string,
  linkToken?: string,
): Promise<void> {
  try {
    await saveFile(call, input, fallbackName, { linkToken })
  } catch (cause) {
    notifications.show({ color: 'red', message: messageFrom(cause), role: 'alert' })
  }
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function nameFrom(disposition: string | null): string | null {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? null
}

/** §7: payments-2026-11-15_02-41-09.csv, in UTC. */
export function csvName(prefix: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
  return `${prefix}-${stamp}.csv`
}
