import { createHmac } from 'node:crypto'
import { type House, headOf } from './house.ts'
import type { Event, Webhook } from './records.ts'

const ANSWER_LIMIT_MS = 10_000

interface SendingBatch {
  url: string
  secret: string
  events: readonly Event[]
}

/** Signed over what is sent, byte by byte. */
export function newWebhook(house: House, { url, secret, events }: SendingBatch): Webhook {
  const head = headOf(house, 'WB', { links: {} })
  const request_body = JSON.stringify({ events, meta: { webhook_id: head.id } })
  return {
    ...head,
    is_test: true,
    request_body,
    request_headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'gocardless-webhook-service/1.1',
      'Webhook-Signature': signatureOf(secret, request_body),
    },
    response_body: null,
    response_body_truncated: false,
    response_code: null,
    response_headers: {},
    successful: false,
    url,
    _attempts: 0,
    _due: null,
  }
}

export const signatureOf = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Answers that are not 2xx, late or none at all are failures alike. */
export async function post({
  url,
  request_body,
  request_headers,
}: Webhook): Promise<Partial<Webhook>> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: request_headers,
      body: request_body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    const response_body = await answer.text()
    const response_headers = Object.fromEntries(answer.headers)
    const { status: response_code, ok: successful } = answer
    return { response_code, successful, response_body, response_headers }
  } catch {
    return { response_code: null, successful: false }
  }
}
