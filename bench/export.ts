import { get } from 'node:http'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { customer } from '#domain/customers/customer.ts'
import { type ChildServer, peakDuring } from './child-server.ts'
import type { Bench } from './scenarios.ts'

export interface ExportResult {
  oursMs: number
  copyMs: number
  rows: number
  growthMb: number
}

const ROUNDS = 3

/** The whole book as CSV from the server, in turn with COPY of the same columns. */
export async function measureExport(bench: Bench, server: ChildServer): Promise<ExportResult> {
  const ours: number[] = []
  const copies: number[] = []
  let rows = 0
  let growthMb = 0
  for (let round = 0; round < ROUNDS; round++) {
    const before = server.memory()
    const peak = await peakDuring(server, async () => {
      const started = performance.now()
      rows = await download(bench)
      ours.push(performance.now() - started)
    })
    growthMb = Math.max(growthMb, peak - before)
    copies.push(await copy(bench))
  }
  return { oursMs: median(ours), copyMs: median(copies), rows, growthMb }
}

function download(bench: Bench): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = '/api/v1/customers/csv'
    const options = { host: '127.0.0.1', port: bench.port, path, headers: bench.session.read }
    get(options, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`CSV answered ${answer.statusCode}`))
      const counter = lineCounter()
      pipeline(answer, counter.sink).then(() => resolve(counter.lines() - 1), reject)
    }).on('error', reject)
  })
}

async function copy(bench: Bench): Promise<number> {
  const client = new pg.Client({ connectionString: bench.database.plainUrl })
  await client.connect()
  try {
    const columns = Object.entries(customer.fields).flatMap(([name, field]) =>
      field.options.masked ? [] : [name],
    )
    const sql = `copy (select id, ${columns.join(', ')}, organisation_id, version, created_at,
      modified_at, deleted_at from customers
      where organisation_id = ${bench.database.organisation_id} and deleted_at is null
      order by name, id) to stdout (format csv, header, force_quote *)`
    const started = performance.now()
    await pipeline(client.query(copyTo(sql)), lineCounter().sink)
    return performance.now() - started
  } finally {
    await client.end()
  }
}

function lineCounter() {
  let count = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
      done()
    },
  })
  return { sink, lines: () => count }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
