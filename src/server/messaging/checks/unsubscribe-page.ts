import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '#server/kit/database/database.ts'
import { brokerOf, unsubscribe } from './unsubscribe.ts'

interface LinkAddress {
  Params: { token: string }
}

/**
 * The page behind the link of a promotional mail. Only a POST unsubscribes, because scanners of mail
 * follow every link; mail programs post there by themselves. It asks for no cookie and sets none.
 */
export function mountUnsubscribe(app: FastifyInstance, { database }: { database: Database }): void {
  app.register(async (place) => {
    // Whatever a mail program sends along says nothing that the address does not.
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
      done(null, null)
    })
    place.get<LinkAddress>('/u/:token', async ({ params }, reply) => {
      const broker = await brokerOf(database, params.token)
      return broker === null ? sendPage(reply, 404, unknown) : sendPage(reply, 200, asking(broker))
    })
    place.post<LinkAddress>('/u/:token', async ({ params }, reply) => {
      const broker = await unsubscribe(database, params.token)
      return broker === null ? sendPage(reply, 404, unknown) : sendPage(reply, 200, done(broker))
    })
  })
}

interface Words {
  title: string
  text: string
  hasButton: boolean
}

const unknown: Words = {
  title: 'This link isn’t valid',
  text: 'It may have been copied without its end. Try the link in the mail itself.',
  hasButton: false,
}

const asking = (broker: string): Words => ({
  title: `Stop advertising from ${broker}?`,
  text: 'You will get no more promotional emails. Your bills and notices still come.',
  hasButton: true,
})

const done = (broker: string): Words => ({
  title: 'Done',
  text: `${broker} sends you no more promotional emails. Your bills and notices still come.`,
  hasButton: false,
})

function sendPage(reply: FastifyReply, status: number, { title, text, hasButton }: Words) {
  const nonce = randomBytes(16).toString('base64')
  const button = '<form method="post"><button type="submit">Unsubscribe</button></form>'
  const page = `<!doctype html>
<html lang="en-NZ"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${hasButton ? button : ''}</main>
</body></html>
`
  const csp = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return reply
    .code(status)
    .header('content-security-policy', csp)
    .type('text/html; charset=utf-8')
    .send(page)
}

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1b2733; background: #f4f6f8 }
main { max-width: 32rem; margin: 12vh auto 0; padding: 2rem; background: #fff; border-radius: 8px }
h1 { font-size: 1.4rem; margin: 0 0 .5rem }
button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: 6px; color: #fff; background: #1864ab }`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
