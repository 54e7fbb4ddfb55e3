import { notifications } from '@mantine/notifications'
import { networkMessage } from '#domain/kit/problem.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { csrfToken, messageFrom, type Params, problemFrom, queryText } from './api.ts'
import { readStored } from './storage.ts'

/** §7: downloads a file; its name comes from Content-Disposition when present. */
export async function download(
  path: string,
  params: Params,
  fallbackName: string,
  linkToken?: string,
): Promise<void> {
  try {
    const response = await fetch(`/api/v1${path}${queryText(params)}`, {
      headers: {
        Authorization: `JWT ${readStored('token') ?? ''}`,
        ...(linkToken ? { 'X-Link-Token': linkToken } : {}),
      },
      credentials: 'same-origin',
    })
    if (!response.ok) {
      const body = await response.json().catch(() => ({}))
      throw new Error(body.message || networkMessage)
    }
    const name = nameFrom(response.headers.get('content-disposition')) ?? fallbackName
    save(await response.blob(), name)
    toast(`${name} downloaded.`)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : messageFrom(cause)
    notifications.show({ color: 'red', message, role: 'alert' })
  }
}

/** A file that a change answers with; a refusal is thrown for the form that asked. */
export async function downloadByPost(
  path: string,
  body: object,
  fallbackName: string,
  key: string = crypto.randomUUID(),
): Promise<Headers> {
  const response = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `JWT ${readStored('token') ?? ''}`,
      'Content-Type': 'application/json',
      'X-CSRF-Token': csrfToken(),
      'Idempotency-Key': key,
    },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!response?.ok)
    throw problemFrom(response?.status ?? 0, (await response?.json().catch(() => null)) ?? {})
  const name = nameFrom(response.headers.get('content-disposition')) ?? fallbackName
  save(await response.blob(), name)
  toast(`${name} downloaded.`)
  return response.headers
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
