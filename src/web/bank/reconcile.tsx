import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BankPosition } from '#domain/bank/bank-calls.ts'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { useShownKeys } from '#web/kit/frame/shown-keys.ts'
import type { Selection } from '#web/kit/list/selection.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { type KnownLine, lineQuery, linesQuery, PAGE_SIZE } from './bank-query.ts'
import { LineDialogs } from './line-dialogs.tsx'
import { LineList } from './line-list.tsx'
import { isOpen, LinePanel } from './line-panel.tsx'
import { type LineStep, lineKeys, lineSteps } from './line-steps.ts'
import { LineTabs } from './line-tabs.tsx'
import { MatchingNews } from './matching-news.tsx'
import { NoLines } from './no-lines.tsx'
import { candidateTitle } from './part-words.ts'
import { PositionBar } from './position-bar.tsx'
import classes from './reconcile.module.css'
import { UndoChosen } from './undo-chosen.tsx'
import { useLineChoice } from './use-line-choice.ts'
import { useMatching } from './use-matching.ts'

/** Lines on the left, what the chosen one may be on the right; the keys do the rest. */
export function Reconcile({ positions }: { positions: readonly BankPosition[] }) {
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  const choice = useLineChoice(isSmall)
  const lines = useQuery(linesQuery(choice, choice.offset))
  const rows = lines.data?.rows ?? []
  const current = choice.line ?? (isSmall ? null : (rows[0]?.id ?? null))
  const [selection, setSelection] = useState<Selection>({})
  const [step, setStep] = useState<LineStep | null>(null)
  const work = useLineWork({ rows, current, look: choice.look, setStep })
  useShownKeys(lineKeys)
  useNextFetched(rows, current)
  const isListShown = !isSmall || choice.line === null
  const list = rows.length > 0 && (
    <div className={classes.card}>
      <LineList
        rows={rows}
        current={current}
        onLook={(id) => void choice.look(id)}
        onAccept={() => work.take(0)}
        selection={choice.view === 'automatic' ? selection : undefined}
        onSelection={setSelection}
        isMixed={choice.view === 'all'}
      />
      <Foot offset={choice.offset} total={lines.data?.total ?? 0} onTurn={choice.turnTo} />
    </div>
  )
  return (
    <>
      <PositionBar
        positions={positions}
        account={choice.account}
        onAccount={(account) => void choice.show({ account })}
      />
      {isListShown && (
        <div className={classes.tools}>
          <LineTabs choice={choice} onView={(view) => void choice.show({ view })} />
          <Search q={choice.q} onSearch={(q) => void choice.show({ q })} />
        </div>
      )}
      {choice.view === 'automatic' && (
        <UndoChosen rows={rows} selection={selection} onSelection={setSelection} />
      )}
      {lines.isPending && <Skeleton height={420} radius="lg" />}
      {lines.isError && <Trouble cause={lines.error} onRetry={() => void lines.refetch()} />}
      {lines.data && rows.length === 0 && choice.line === null && (
        <NoLines choice={choice} positions={positions} />
      )}
      <div className={classes.columns}>
        {isListShown && list}
        {current !== null && (
          <div className={classes.side}>
            <LinePanel
              key={current}
              id={current}
              isBusy={work.matching.isBusy}
              onTake={(line, candidate) =>
                work.takeCandidate(line, line.candidates.indexOf(candidate))
              }
              onStep={work.start}
              onBack={isSmall ? () => void choice.look(null) : undefined}
            />
          </div>
        )}
      </div>
      <MatchingNews matching={work.matching} />
      <LineDialogs
        id={current}
        step={step}
        onClose={() => setStep(null)}
        onDone={work.matching.remember}
      />
    </>
  )
}

interface WorkOptions {
  rows: readonly BankTransaction[]
  current: number | null
  look: (id: number | null) => unknown
  setStep: (step: LineStep | null) => void
}

/** What can be done with the line that is looked at, by key and by button. */
function useLineWork({ rows, current, look, setStep }: WorkOptions) {
  const navigate = useNavigate()
  const place = rows.findIndex((row) => row.id === current)
  const matching = useMatching({
    onMatched: (id) => {
      // The list may be older than the last matches: what was matched here is not looked at again.
      const gone = rows.findIndex((row) => row.id === id)
      const isLeft = (row: BankTransaction) => !matching.isDone(row.id)
      const next = rows.slice(gone + 1).find(isLeft) ?? rows.slice(0, gone).findLast(isLeft)
      look(next?.id ?? null)
    },
    onOpened: look,
  })
  const known = () =>
    current === null ? undefined : queryClient.getQueryData(lineQuery(current).queryKey)
  function takeCandidate(line: KnownLine, at: number) {
    const candidate = line.candidates[at]
    if (!candidate || !isOpen(line)) return
    void matching.match(line.row, { key: candidate.key }, candidateTitle(candidate, line.names))
  }
  function take(at: number) {
    const line = known()
    if (line) takeCandidate(line, at)
  }
  function start(step: LineStep) {
    const line = known()
    if (!line || !isOpen(line) || matching.isBusy) return
    const { id, amount } = line.row
    if (step === 'rule') return void navigate(`/app/bankrule/edit?line=${id}`)
    if (step !== 'aside') return setStep(step)
    void matching.match(line.row, { parts: [{ kind: 'aside', amount }] }, 'set aside')
  }
  const move = (by: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, place + by))]
    if (next) look(next.id)
  }
  useSingleKeys({
    j: () => move(1),
    k: () => move(-1),
    u: matching.undo,
    // A key of the keyboard, not a component.
    // biome-ignore lint/correctness/noComponentHookFactories: see above
    Enter: () => take(0),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((digit) => [digit, () => take(digit - 1)])),
    ...Object.fromEntries(lineSteps.map(({ key, step }) => [key, () => start(step)])),
  })
  return { matching, take, takeCandidate, start }
}

const AHEAD = 2

/** The lines that come next are there before somebody looks at them. */
function useNextFetched(rows: readonly BankTransaction[], current: number | null): void {
  const place = rows.findIndex((row) => row.id === current)
  const next = rows.slice(place + 1, place + 1 + AHEAD).map((row) => row.id)
  const ids = next.join(',')
  useEffect(() => {
    for (const id of ids.split(',').filter(Boolean))
      void queryClient.prefetchQuery(lineQuery(Number(id)))
  }, [ids])
}

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  const settle = useDebouncedCallback(onSearch, 300)
  // The search is also cleared from elsewhere.
  useEffect(() => setTyped(q), [q])
  const input = useRef<HTMLInputElement>(null)
  useSingleKeys({ '/': () => input.current?.focus() })
  return (
    <TextInput
      ref={input}
      aria-label="Search the lines"
      placeholder="Payer, text, reference…"
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        settle(event.currentTarget.value)
      }}
    />
  )
}

interface FootProps {
  offset: number
  total: number
  onTurn: (offset: number) => unknown
}

function Foot({ offset, total, onTurn }: FootProps) {
  const last = Math.min(total, offset + PAGE_SIZE)
  const number = (value: number) => value.toLocaleString('en-NZ')
  return (
    <div className={classes.foot}>
      <Text component="span" inherit>
        {number(Math.min(total, offset + 1))}–{number(last)} of {number(total)}
        <Text component="span" inherit visibleFrom="md">
          {' '}
          · j/k to move, Enter to accept, ? for all keys
        </Text>
      </Text>
      {total > PAGE_SIZE && (
        <Group gap="xs">
          <Button
            variant="default"
            disabled={offset === 0}
            onClick={() => onTurn(Math.max(0, offset - PAGE_SIZE))}
          >
            Previous
          </Button>
          <Button variant="default" disabled={last >= total} onClick={() => onTurn(last)}>
            Next
          </Button>
        </Group>
      )}
    </div>
  )
}
