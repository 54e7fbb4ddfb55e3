import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '#domain/access/navigation.ts'
import { shownSite } from '#domain/kit/shown.ts'
import { compressAnswer } from '#server/kit/http/compress-answer.ts'
import { openApi } from '#server/kit/http/openapi.ts'
import { type ReferenceDocument, referencePage } from '#server/kit/http/reference-page.ts'
import type { Parts } from './app.ts'
import { type BuiltPage, webFolder } from './built-page.ts'
import { routes } from './routes.ts'
import { escapeAttribute, headFor, pageCsp } from './site-page.ts'
import { siteOf } from './website/site.ts'

/** The screens: hashed files kept for ever, and one page with a fresh nonce for every address. */
export async function mountPages(
  app: FastifyInstance,
  parts: Parts,
  page: BuiltPage,
): Promise<void> {
  const { config } = parts
  const publicConfig = {
    build: page.build,
    title: config.appTitle,
    version: '2025-08-04',
    backends: config.backends,
    production: config.production,
    developer: config.developerUsername ?? null,
  }
  const sendPage = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const site = await siteOf(parts, request.host)
    const website = site && shownSite.parse(site)
    const pageConfig = escapeAttribute(JSON.stringify({ ...publicConfig, website }))
    const nonce = randomBytes(16).toString('base64')
    const policy = pageCsp({ path, nonce, tiles: config.mapTiles?.origin, site })
    return (
      reply
        .header('content-security-policy', policy)
        // Nothing personal is in it, and nothing to compare it by: it is asked for every time.
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(
          headFor(page.html, site)
            .replaceAll('__NONCE__', nonce)
            .replaceAll('__APP_CONFIG__', () => pageConfig),
        )
    )
  }

  if (existsSync(webFolder))
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      wildcard: false,
      // The build has put them beside each file; they have no address of their own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })

  let reference: string | null = null
  app.get('/api/v1/reference', { onSend: compressAnswer }, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    // Anybody may ask for it, so it is put together once. The document is ours; the page reads the
    // part of it that it shows.
    const document = () => openApi(routes, config.appTitle) as unknown as ReferenceDocument
    reference ??= referencePage(document(), '__NONCE__')
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(reference.replaceAll('__NONCE__', nonce))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(404).send({ success: false, code: 404, message: 'Not found.' })
    if (path.startsWith('/assets/'))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found.')
    if (routeOf(path)) return sendPage(path, request, reply)
    return reply.redirect('/404')
  })
}
