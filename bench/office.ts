import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './session.ts'

/** What somebody in an office waits for, and how long it may take for nineteen in twenty of them. */
export const patience = { list: 250, search: 300, record: 150, save: 300, dashboard: 500 }
export type Doing = keyof typeof patience

export interface OfficeSize {
  port: number
  users: readonly { username: string; password: string }[]
  /** Pages that are open: each asks for messages every 20 s and renews a lock every 30 s. */
  open: number
  /** People who do something every two seconds. */
  active: number
  ms: number
  /** What else goes on, once everybody is at work. */
  meanwhile?(): Promise<unknown>
}

export interface OfficeDay {
  calls: number
  /** Answers that nobody at work expects, as they came. */
  failures: string[]
  p95: Record<Doing | 'poll', number>
}

interface Person {
  headers: Record<string, string>
  customer: { id: number; version: number }
}

const POLL_MS = 20_000
const RENEW_MS = 30_000
const THINK_MS = 2000
const terms = ['harb', 'ngata', 'mill', 'tane', 'wai']

/** An office at work: open pages that poll, and people who list, search, read and save. */
export async function officeAtWork(size: OfficeSize): Promise<OfficeDay> {
  const times = new Map<Doing | 'poll', number[]>()
  const failures: string[] = []
  const base = `http://127.0.0.1:${size.port}/api/v1`
  const ask = async (what: Doing | 'poll', path: string, given: RequestInit) => {
    const began = performance.now()
    const answer = await fetch(`${base}${path}`, given)
    const text = await answer.text()
    const took = times.get(what) ?? []
    took.push(performance.now() - began)
    times.set(what, took)
    if (!answer.ok) failures.push(`${path} ${answer.status} ${text.slice(0, 200)}`)
    return text
  }
  const people = await arrive(base, size)
  const until = performance.now() + size.ms
  const every = async (ms: number, place: number, work: () => Promise<unknown>) => {
    // They did not all come in at the same moment.
    await sleep((ms * place) / Math.max(size.open, size.active))
    while (performance.now() < until) {
      await work()
      await sleep(Math.min(ms, Math.max(0, until - performance.now())))
    }
  }
  const messages = '/messages?type=chat&direction=in&read_at.null=true&limit=20'
  const polls = people
    .slice(0, size.open)
    .flatMap(({ headers }, place) => [
      every(POLL_MS, place, () => ask('poll', messages, { headers })),
      every(RENEW_MS, place, () => ask('poll', '/datalock', lock(headers, place))),
    ])
  const work = people
    .slice(0, size.active)
    .map((person, place) => every(THINK_MS, place, turns(person, place, ask)))
  await Promise.all([...polls, ...work, size.meanwhile?.()])
  const day = { list: 0, search: 0, record: 0, save: 0, dashboard: 0, poll: 0 }
  for (const [what, took] of times) day[what] = p95(took)
  const calls = [...times.values()].reduce((sum, took) => sum + took.length, 0)
  return { calls, failures, p95: day }
}

type Ask = (what: Doing | 'poll', path: string, given: RequestInit) => Promise<string>

/** What one person does, over and over: mostly looking, now and then saving. */
function turns(person: Person, place: number, ask: Ask): () => Promise<unknown> {
  let turn = place
  const { headers, customer } = person
  const order: Doing[] = ['list', 'record', 'search', 'record', 'save', 'list', 'dashboard']
  const doings: Record<Doing, () => Promise<unknown>> = {
    list: () => ask('list', '/customers?limit=50&order=name', { headers }),
    search: () => ask('search', `/customers?q=${terms[turn % terms.length]}`, { headers }),
    record: () => ask('record', `/customer?id=${customer.id}`, { headers }),
    dashboard: () => ask('dashboard', '/dashboard?set=work', { headers }),
    save: async () => {
      const contact_primary = `Person ${turn}`
      const body = JSON.stringify({ id: customer.id, version: customer.version, contact_primary })
      const text = await ask('save', '/customer', { ...json(headers), method: 'POST', body })
      customer.version = JSON.parse(text).data?.version ?? customer.version
    },
  }
  return () => doings[order[turn++ % order.length] ?? 'list']()
}

async function arrive(base: string, size: OfficeSize): Promise<Person[]> {
  const people: Person[] = []
  for (let place = 0; place < Math.max(size.open, size.active); place++) {
    const user = size.users[place % size.users.length]
    if (!user) throw new Error('Nobody works here.')
    const { write } = await signIn(size.port, user)
    const body = JSON.stringify({ name: `Office ${randomUUID().slice(0, 8)} ${place}` })
    const made = await fetch(`${base}/customer`, { ...json(write), method: 'PUT', body })
    const text = await made.text()
    if (made.status !== 201) throw new Error(`A customer was not made: ${text}`)
    const { id, version } = JSON.parse(text).data
    people.push({ headers: write, customer: { id, version } })
  }
  return people
}

function json(headers: Record<string, string>): { headers: Record<string, string> } {
  const own = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return { headers: { ...headers, ...own } }
}

function lock(headers: Record<string, string>, place: number): RequestInit {
  const body = JSON.stringify({ object_path: `/app/customer/edit?id=${place + 1}` })
  return { ...json(headers), method: 'PUT', body }
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0)
}
