import { notifications } from '@mantine/notifications'
import { networkMessage } from '#domain/kit/problem.ts'
import { messageFrom, type Params, queryText } from './api.ts'
import { readStored } from './storage.ts'
import { toast } from './toast.tsx'

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
