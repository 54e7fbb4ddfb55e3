import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSmtpSink } from '#tests/support/smtp-sink.ts'
import { bankMatchingLine } from './bank-matching.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { BillingSizes } from './billing-data.ts'
import { billingLines } from './billing-lines.ts'
import { bulkLines } from './bulk-messages.ts'
import { type ChildServer, peakDuring, startChild } from './child-server.ts'
import { accrualLine } from './commission-accrual.ts'
import { commissionScenarios, statementLines } from './commissions.ts'
import { contractScenarios } from './contracts-scenarios.ts'
import { curveLines } from './curves.ts'
import { debitScenarios } from './debit-events.ts'
import { measureExport } from './export.ts'
import { figureLines } from './figures.ts'
import { figuresData } from './figures-data.ts'
import { inboxScenarios, unreadLine, unreadMarkLine } from './inbox.ts'
import { interleave } from './load.ts'
import { mailBacklogLine } from './mail-backlog.ts'
import { mapLine } from './map.ts'
import { importLine } from './readings-import.ts'
import { type Line, printReport, writeReport } from './report.ts'
import { reportLines } from './reports.ts'
import { type Bench, OURS, type Scenario, scenarios } from './scenarios.ts'
import { signIn } from './session.ts'
import { vitalLines } from './vitals.ts'

const { values: given } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    contracts: { type: 'string', default: '1000000' },
    /** Invoices of the billing run, and as many payments. */
    invoices: { type: 'string', default: '10000' },
    /** Entries of the list of commissions, and lines of a long statement. */
    commissions: { type: 'string', default: '1000000' },
    statement: { type: 'string', default: '20000' },
    /** Stored invoices that are proved. */
    verified: { type: 'string', default: '100000' },
    /** Invoices that the dashboard adds up. */
    figures: { type: 'string', default: '1000000' },
    /** Sizes the book grows to while lists and searches are asked, beside the size it has. */
    curve: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1500' },
    /** Only these cases, such as a,c. */
    only: { type: 'string', default: '' },
    /** Keeps the database for the next run. */
    folder: { type: 'string', default: '' },
    /** Writes a CPU profile of the server into this folder. */
    profile: { type: 'string', default: '' },
  },
})
const main = new URL('../src/server/main.ts', import.meta.url).pathname
const bare = new URL('./bare-server.ts', import.meta.url).pathname
const workers = Number(given.workers)
const rounds = Number(given.rounds)
const ms = Number(given.ms)
const sizes: BillingSizes = {
  invoices: Number(given.invoices),
  verified: Number(given.verified),
}
const log = (line: string) => console.log(line)
const cleanups: (() => Promise<unknown> | unknown)[] = []
const lines: Line[] = []

try {
  await measure()
  lines.sort((a, b) => a.key.localeCompare(b.key))
  printReport(lines)
  writeReport(lines, { customers: Number(given.customers), workers, rounds, ms })
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup()
}

async function measure(): Promise<void> {
  // Needs no server, and is over before one is started.
  if (isWanted('r')) keep(bankMatchingLine())
  // Starts servers of its own, with the demonstration.
  if (isWanted('y')) keep(...(await vitalLines(freePort)))
  if (['r', 'y'].includes(given.only)) return
  const database = await openBenchDatabase(folder(), Number(given.customers), log)
  cleanups.push(database.stop)
  const sink = await startSmtpSink()
  cleanups.push(sink.stop)
  Object.assign(database.env, { SMTP_URL: sink.url, MAIL_FROM: 'office@bench.example' })
  await firstStart(database)
  if (isWanted('h')) keep(await coldStart(database))
  const { server, bench } = await startServers(database)
  await sleep(3000)
  const idle = server.memory()
  let underLoad = 0
  const long = [...contractScenarios, ...commissionScenarios]
  const all = [...scenarios, ...long, ...inboxScenarios, ...debitScenarios]
  for (const scenario of all.filter(({ key }) => isWanted(key))) {
    // The export reads the book as it was seeded, before anything is created.
    if (scenario.key === 'd' && isWanted('f')) keep(await exportLine(bench, server))
    log(`${scenario.key}. ${scenario.title} …`)
    const peak = await peakDuring(server, async () => {
      keep(await compare(scenario, bench))
    })
    underLoad = Math.max(underLoad, peak)
  }
  if (isWanted('f') && !isWanted('d')) keep(await exportLine(bench, server))
  if (isWanted('m')) keep(await importLine(bench))
  keep(...(await billingLines(bench, sizes, isWanted)))
  if (isWanted('cr')) keep(await accrualLine(bench, sizes))
  if (isWanted('cs')) keep(...(await statementLines(bench, Number(given.statement))))
  if (isWanted('w')) keep(...(await figureLines(bench, Number(given.figures))))
  if (isWanted('rp')) keep(...(await reportLines(bench, Number(given.figures))))
  if (isWanted('q')) keep(await mailBacklogLine(bench, sink))
  if (isWanted('v″')) keep(await unreadLine(bench))
  if (isWanted('v‴')) keep(await unreadMarkLine(bench))
  if (isWanted('s')) keep(...(await bulkLines(bench, sink)))
  if (isWanted('z')) keep(await mapLine(bench))
  if (isWanted('x')) {
    await figuresData(bench, Number(given.figures))
    keep(...(await curveLines(bench, grownSizes(), ms)))
  }
  if (isWanted('i')) keep(memoryLine(idle, underLoad))
}

function grownSizes(): number[] {
  const wanted = given.curve.split(',').map(Number)
  return [Number(given.customers), ...wanted.filter((size) => size > Number(given.customers))]
}

/** Told as soon as it is known: a run that is stopped, or stops, has said what it found. */
function keep(...found: Line[]): void {
  for (const { key, title, ours, reached, goal } of found)
    log(`${key}. ${title}: ${ours}, ${reached} (${goal})`)
  lines.push(...found)
}

function isWanted(key: string): boolean {
  return given.only === '' || given.only.split(',').includes(key)
}

function folder(): string {
  if (given.folder) {
    mkdirSync(given.folder, { recursive: true })
    return given.folder
  }
  const made = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
  // A database started by root runs as another user, who has to pass through.
  chmodSync(made, 0o711)
  cleanups.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** As `npm start` does, so that what is measured is what runs. */
async function startProduct(database: BenchDatabase, nodeOptions: string[] = []) {
  const port = await freePort()
  const { env } = database
  return startChild({ program: main, port, env, readyPath: '/readyz', nodeOptions })
}

async function startServers(database: BenchDatabase) {
  const profiling = given.profile ? ['--cpu-prof', `--cpu-prof-dir=${given.profile}`] : []
  const server = await startProduct(database, profiling)
  cleanups.push(server.stop)
  const other = await startChild({
    program: bare,
    port: await freePort(),
    env: { BARE_DATABASE_URL: database.plainUrl },
    readyPath: '/ready',
  })
  cleanups.push(other.stop)
  const session = await signIn(server.port, database.user)
  const contracts = Number(given.contracts)
  const ports = { port: server.port, barePort: other.port }
  const commissions = Number(given.commissions)
  const bench: Bench = { database, contracts, commissions, session, ...ports, workers }
  return { server, bench }
}

async function compare(scenario: Scenario, bench: Bench): Promise<Line> {
  const loads = await scenario.loads(bench)
  try {
    const rates = await interleave(loads, { workers, rounds, ms })
    const ours = rates[OURS]?.perSecond ?? 0
    const { of, share } = scenario.goal
    const reached = ours / (rates[of]?.perSecond ?? Number.NaN)
    const others = Object.entries(rates).filter(([name]) => name !== OURS)
    return {
      key: scenario.key,
      title: scenario.title,
      ours: `${ours.toFixed(0)}/s`,
      reference: others.map(([name, rate]) => `${name} ${rate.perSecond.toFixed(0)}/s`).join(', '),
      reached: `${shareWords(reached)} of ${of}`,
      goal: `≥ ${shareWords(share)}`,
      isMet: reached >= share,
      figures: rates,
    }
  } finally {
    for (const load of loads) await load.close()
  }
}

/** A part of another is told in percent, a multiple as such. */
function shareWords(share: number): string {
  return share > 2 ? `${share.toFixed(1)} ×` : `${(share * 100).toFixed(0)} %`
}

/**
 * The first start of new sources reads them as TypeScript, which takes memory that is never given
 * back; every later one finds what the first has kept, once it has been up for a moment.
 */
async function firstStart(database: BenchDatabase): Promise<void> {
  const server = await startProduct(database)
  await sleep(3000)
  await server.stop()
}

async function coldStart(database: BenchDatabase): Promise<Line> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const server = await startProduct(database)
    times.push(server.readyMs)
    await server.stop()
  }
  const middle = times.toSorted((a, b) => a - b)[2] ?? 0
  return {
    key: 'h',
    title: 'cold start to ready, external database',
    ours: `${middle.toFixed(0)} ms`,
    reference: '',
    reached: `${(middle / 1000).toFixed(2)} s`,
    goal: '≤ 1 s',
    isMet: middle <= 1000,
    figures: { times },
  }
}

async function exportLine(bench: Bench, server: ChildServer): Promise<Line> {
  const result = await measureExport(bench, server)
  const times = result.oursMs / result.copyMs
  return {
    key: 'f',
    title: `CSV of ${result.rows} customers`,
    ours: `${(result.oursMs / 1000).toFixed(2)} s`,
    reference: `COPY ${(result.copyMs / 1000).toFixed(2)} s`,
    reached: `${times.toFixed(2)} × COPY, +${result.growthMb.toFixed(0)} MB`,
    goal: '≤ 1.5 × COPY, ≤ 30 MB',
    isMet: times <= 1.5 && result.growthMb <= 30,
    figures: { ...result },
  }
}

function memoryLine(idle: number, underLoad: number): Line {
  return {
    key: 'i',
    title: 'memory idle / under load',
    ours: `${idle.toFixed(0)} / ${underLoad.toFixed(0)} MB`,
    reference: '',
    reached: `${idle.toFixed(0)} / ${underLoad.toFixed(0)} MB`,
    goal: '≤ 150 / 250 MB',
    isMet: idle <= 150 && underLoad <= 250,
    figures: { idle, underLoad },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
