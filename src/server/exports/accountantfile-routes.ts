import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { accountantfile } from '#domain/exports/accountantfile.ts'
import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { created } from '#domain/kit/problem.ts'
import { streamOf } from '#server/files/open-content.ts'
import { zipOf } from '#server/files/zip.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { type KeptText, keptTexts, markedDocuments } from './accountant-marks.ts'
import { makeAccountantFile } from './make-accountant-file.ts'

interface OneFile {
  id: number
}

/** Every call about files for the accountant. */
export function accountantfileRoutes(catalogue: Catalogue): Route[] {
  const { get, create, list, search, csv } = verbHandlers(accountantfile, catalogue, {
    create: async (ctx, conn, input) => {
      const written = await makeAccountantFile(ctx, conn, input)
      return writtenAnswer(ctx, accountantfile, written, { status: created })
    },
  })
  return serve(accountantfileCalls, {
    ...{ get, create, list, search, csv },
    documents: {
      run: (ctx, input) => ctx.database.read(scopeOf(ctx), (conn) => listMarked(conn, input)),
    },
    download: { run: accountantFile },
  })
}

const KNOWN = sql<{ name: string }, [id: number]>`
  select name from accountantfiles where id = $1 and deleted_at is null`

async function listMarked(conn: Conn, { id }: OneFile) {
  if (!(await KNOWN.one(conn, id))) throw notFound(accountantfile)
  const data = await markedDocuments(conn, id)
  return { data }
}

/** The very bytes that were made; that somebody fetched them is told in the history. */
async function accountantFile(ctx: Context, { id }: OneFile): Promise<Answer<null>> {
  const texts = await ctx.database.write(scopeOf(ctx), async (conn) => {
    if (!(await KNOWN.one(conn, id))) throw notFound(accountantfile)
    const told = { object_class: 'accountantfile', object_id: id, action: 'download' }
    await recordHistory(conn, ctx, told)
    return keptTexts(conn, id)
  })
  const [first, ...others] = texts
  if (!first) throw notFound(accountantfile)
  if (others.length > 0) return zipped(texts)
  const type = first.name.endsWith('.csv') ? 'text/csv' : 'text/plain'
  const stream = Readable.from([Buffer.from(first.content)])
  return { file: { name: first.name, type: `${type}; charset=utf-8`, stream } }
}

function zipped(texts: readonly KeptText[]): Answer<null> {
  const contents = texts.map(({ name, content }) => {
    const bytes = Buffer.from(content)
    async function* open() {
      yield bytes
    }
    return { name, size: bytes.length, crc: crc32(bytes), open }
  })
  const name = `${texts[0]?.name.replace(/\.\w+$/, '')}.zip`
  return { file: { name, type: 'application/zip', stream: streamOf(zipOf(contents)) } }
}
