import { useRef, useState } from 'react'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { awayWords, isAway } from '#web/kit/session/connection.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBank, lineQuery } from './bank-query.ts'

type SentMatch = InputOf<typeof banktransactionCalls.match>
export type SentPart = NonNullable<SentMatch['parts']>[number]
export type SaidMatch = Pick<SentMatch, 'key' | 'parts'>

/** What has just happened, said beside the lines. */
export interface News {
  tone: 'done' | 'changed' | 'refused'
  words: string
}

interface DoneMatch {
  id: number
  words: string
}

const UNDONE = 'Undone right after it was matched.'
const OUTDATED = 474

interface Options {
  /** A line is explained: the next one is looked at. */
  onMatched: (id: number) => void
  /** A line is open again, and is looked at. */
  onOpened: (id: number) => void
}

/** Matches one line after the other, one call at a time, and takes the last one back. */
export function useMatching({ onMatched, onOpened }: Options) {
  const isRunning = useRef(false)
  const done = useRef<DoneMatch[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [news, setNews] = useState<News | null>(null)

  /** True when it worked; what went wrong is said beside the lines. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false
    if (isAway()) {
      setNews({ tone: 'refused', words: awayWords })
      return false
    }
    isRunning.current = true
    setIsBusy(true)
    try {
      await work()
      return true
    } catch (cause) {
      setNews(newsOf(cause))
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
      void forgetBank()
    }
  }

  const remember = (row: BankTransaction, as: string) => {
    const words = `Done: ${formatMoney(row.amount)}, ${as}.`
    done.current.push({ id: row.id, words })
    setNews({ tone: 'done', words })
    onMatched(row.id)
  }

  return {
    isBusy,
    news,
    forgetNews: () => setNews(null),
    isDone: (id: number) => done.current.some((one) => one.id === id),
    remember,
    match: (row: BankTransaction, said: SaidMatch, as: string) =>
      run(async () => {
        await send(banktransactionCalls.match, { id: row.id, ...said })
        remember(row, as)
      }),
    undo: () => {
      const last = done.current.at(-1)
      if (!last) return setNews({ tone: 'refused', words: 'There is no match to undo yet.' })
      void run(async () => {
        await send(banktransactionCalls.unmatch, { id: last.id, reason: UNDONE })
        done.current.pop()
        // What it might have been before it was matched is out of date, and must not be taken.
        queryClient.removeQueries({ queryKey: lineQuery(last.id).queryKey })
        setNews({ tone: 'done', words: 'The last match is undone.' })
        onOpened(last.id)
      })
    },
  }
}

export type Matching = ReturnType<typeof useMatching>

function newsOf(cause: unknown): News {
  if (isApiProblem(cause) && cause.status === OUTDATED)
    return {
      tone: 'changed',
      words: 'This has changed meanwhile. Here is how it stands now: please look again.',
    }
  return { tone: 'refused', words: messageFrom(cause) }
}
