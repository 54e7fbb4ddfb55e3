import { randomUUID } from 'node:crypto'
import type { Bench } from './scenarios.ts'

interface GoodAnswer {
  data: Record<string, unknown>
  info: Record<string, unknown>
}

/** One call as the screens make it; anything but a good answer ends the run. */
export async function call(
  bench: Bench,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  return (await answerTo(bench, method, path, body)).data
}

/** The same with what is said beside the data. */
export async function answerTo(
  { port, session }: Bench,
  method: string,
  path: string,
  body?: object,
): Promise<GoodAnswer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      ...session.write,
      ...(body ? { 'idempotency-key': randomUUID() } : {}),
      // A form names its own type.
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
