import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Conn, Database } from '#server/kit/database/database.ts'

/** Two people at one thing: what each of them does passes gates that open in a given order. */
export interface Interleaving {
  /** The database as the server knows it; whoever has a name waits at the gates. */
  database: Database
  /** How many statements it takes, so that gates can be put between them. */
  count(work: () => Promise<unknown>): Promise<number>
  /** Lets two do their work, a step of the one or the other at a time. */
  run<A, B>(order: Order, first: Steps<A>, second: Steps<B>): Promise<[A, B]>
}

export type Order = readonly (0 | 1)[]

export interface Steps<T> {
  work: () => Promise<T>
  /** How many statements it takes, in all. */
  statements: number
}

interface Walker {
  seen: number
  /** Before which statements it waits. */
  gates: ReadonlySet<number>
  permits: number
  state: 'running' | 'waiting' | 'done'
  wake: (() => void) | null
}

const BLOCKED = `select count(*)::int as waiting from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
  where not l.granted and a.datname = current_database()`
const PATIENCE_MS = 2000

export function interleaving(
  inner: Database,
  watcher: { query(sql: string): Promise<{ rows: { waiting: number }[] }> },
): Interleaving {
  const who = new AsyncLocalStorage<Walker>()
  const database: Database = {
    ...inner,
    read: (scope, fn) => inner.read(scope, (conn) => fn(gated(conn, who.getStore()))),
    write: (scope, fn, opening) => {
      const walker = who.getStore()
      const work = async (conn: Conn) => {
        const done = await fn(gated(conn, walker))
        await pass(walker)
        return done
      }
      return inner.write(scope, work, opening)
    },
  }

  /** Goes on until the walker waits at its next gate, waits for the other's lock, or is done. */
  async function settled(walker: Walker): Promise<void> {
    const began = performance.now()
    while (walker.state === 'running' && performance.now() - began < PATIENCE_MS) {
      await sleep(3)
      if (walker.state !== 'running') return
      const { rows } = await watcher.query(BLOCKED)
      if (rows[0]?.waiting) return
    }
  }

  return {
    database,
    async count(work) {
      const walker = makeWalker(new Set())
      await who.run(walker, work)
      return walker.seen
    },
    async run(order, first, second) {
      const steps = [0, 1].map((one) => order.filter((turn) => turn === one).length)
      const walkers = [first, second].map((side, place) =>
        makeWalker(gatesOf(side.statements, steps[place] ?? 1)),
      )
      const start = <T>(place: 0 | 1, side: Steps<T>): Promise<T> => {
        const walker = walkers[place] as Walker // One of the two made above.
        return who.run(walker, async () => {
          await wait(walker)
          return side.work().finally(() => {
            walker.state = 'done'
          })
        })
      }
      const both = Promise.all([start(0, first), start(1, second)])
      // Answered below; until then a failure must not count as unhandled.
      both.catch(() => undefined)
      for (const turn of order) {
        const walker = walkers[turn] as Walker
        permit(walker, 1)
        await settled(walker)
      }
      for (const walker of walkers) permit(walker, Number.POSITIVE_INFINITY)
      return both
    },
  }
}

const makeWalker = (gates: ReadonlySet<number>): Walker => ({
  seen: 0,
  gates,
  permits: 0,
  state: 'running',
  wake: null,
})

/** As many steps as asked for, of as many statements each as can be. */
function gatesOf(statements: number, steps: number): Set<number> {
  const places = Array.from({ length: steps - 1 }, (_, place) =>
    Math.max(2, Math.round((statements * (place + 1)) / steps) + 1),
  )
  return new Set(places)
}

function permit(walker: Walker, count: number): void {
  walker.permits += count
  if (!walker.wake) return
  walker.permits -= 1
  walker.state = 'running'
  walker.wake()
  walker.wake = null
}

async function wait(walker: Walker): Promise<void> {
  if (walker.permits > 0) {
    walker.permits -= 1
    return
  }
  walker.state = 'waiting'
  await new Promise<void>((resolve) => {
    walker.wake = resolve
  })
}

async function pass(walker: Walker | undefined): Promise<void> {
  if (!walker) return
  walker.seen += 1
  if (walker.gates.has(walker.seen)) await wait(walker)
}

function gated(conn: Conn, walker: Walker | undefined): Conn {
  if (!walker) return conn
  // Statements sent side by side reach the database in the order they were sent in; one that stands
  // at a gate holds up those behind it.
  let last = Promise.resolve()
  const inTurn = () => {
    last = last.then(() => pass(walker))
    return last
  }
  return {
    query: async (text, values, name) => {
      await inTurn()
      return conn.query(text, values, name)
    },
    json: async (shape, text, values, name) => {
      await inTurn()
      return conn.json(shape, text, values, name)
    },
    atCommit: (text, values, name) => conn.atCommit(text, values, name),
  }
}

/** Every order in which two can take so many steps each. */
export function ordersOf(first: number, second: number): Order[] {
  if (first === 0 || second === 0)
    return [[...Array<0>(first).fill(0), ...Array<1>(second).fill(1)]]
  return [
    ...ordersOf(first - 1, second).map((rest): Order => [0, ...rest]),
    ...ordersOf(first, second - 1).map((rest): Order => [1, ...rest]),
  ]
}
