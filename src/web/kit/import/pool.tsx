import { Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import banner from '#web/kit/frame/banner.module.css'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import type { Selection } from '#web/kit/list/selection.ts'
import { send } from '#web/kit/session/send.ts'
import {
  countsQuery,
  forgetImport,
  type KnownImport,
  PAGE_SIZE,
  type PoolPart,
  poolQuery,
} from './import-query.ts'
import type { AnyScreen, ImportCounts, ImportRow } from './import-screen.ts'
import classes from './pool.module.css'
import { PoolCards, PoolTable } from './pool-rows.tsx'
import { useMending } from './use-mending.ts'

/** Where imported rows wait with what the rules say of them. */
export function Pool({ screen, known: { row, may } }: { screen: AnyScreen; known: KnownImport }) {
  const counts = useQuery({ ...countsQuery(screen, row), placeholderData: keepPreviousData })
  const [params] = useSearchParams()
  if (counts.error && !counts.data) return <Trouble cause={counts.error} />
  if (!counts.data) return <Skeleton height={300} />
  const { tabs, Waiting } = screen
  const asked = tabs.find(({ tab }) => tab === params.get('tab'))?.tab
  const tab = asked ?? screen.firstTab(counts.data, row)
  const offset = Math.max(0, Number(params.get('offset')) || 0)
  return (
    <>
      {Waiting && row.import_status === 'ready' && <Waiting row={row} counts={counts.data} />}
      {may.has('accept') && <AcceptAll screen={screen} row={row} counts={counts.data} />}
      <nav className={classes.tabs} aria-label="Rows by what we found">
        {tabs.map((one) => (
          <Link
            key={one.tab}
            to={`?id=${row.id}&tab=${one.tab}`}
            className={classes.tab ?? ''}
            aria-current={one.tab === tab ? 'page' : undefined}
          >
            {one.label}
            <span className={classes.count}>{one.count(counts.data).toLocaleString('en-NZ')}</span>
          </Link>
        ))}
      </nav>
      <PoolPage
        key={`${row.import_status} ${tab}`}
        screen={screen}
        row={row}
        tab={tab}
        offset={offset}
      />
    </>
  )
}

interface Part {
  screen: AnyScreen
  row: ImportRow
}

function AcceptAll({ screen, row, counts }: Part & { counts: ImportCounts }) {
  const { good, waiting } = screen.takeable(counts)
  const accept = useSubmit(async (key) => {
    await send(screen.calls.accept, { id: row.id }, { key })
    await forgetImport(screen, row.id)
  })
  return (
    <Group gap="sm">
      <Button
        size="sm"
        loading={accept.isBusy}
        disabled={good === 0}
        onClick={() => accept.onSubmit()}
      >
        Accept all without errors ({good.toLocaleString('en-NZ')})
      </Button>
      <Text size="sm" c="dimmed">
        {waiting} Mend a cell and leave it: the row is checked again at once.
      </Text>
      {accept.problem && (
        <Text size="sm" c="red" role="alert">
          {accept.problem}
        </Text>
      )}
    </Group>
  )
}

function PoolPage({ screen, row, tab, offset }: Part & PoolPart) {
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  const [selection, setSelection] = useState<Selection>({})
  const page = useQuery({
    ...poolQuery(screen, row, { tab, offset }),
    placeholderData: keepPreviousData,
  })
  const save = useMending(screen, row, { tab, offset })
  const [news, setNews] = useState('')
  const mend: typeof save = async (id, change) => {
    const mended = await save(id, change)
    if (mended) setNews(`Row ${mended.row_number}: ${screen.wordsOfRow(mended)}`)
    return mended
  }
  const isOpen = row.import_status === 'ready'
  async function settle(action: 'accept' | 'reject', ids: number[]) {
    try {
      toast((await send(screen.calls[`${action}Rows`], { ids })).message)
    } catch (cause) {
      toastProblem(cause)
    }
    setSelection({})
    await forgetImport(screen, row.id)
  }
  if (page.error && !page.data) return <Trouble cause={page.error} />
  if (!page.data) return <Skeleton height={300} />
  const { rows, total } = page.data
  if (rows.length === 0) return <NothingHere title={tabOf(screen, tab)?.none ?? ''} />
  const shared = {
    screen,
    columns: screen.poolColumns(row),
    rows,
    isOpen,
    mend,
    selection,
    onSelection: setSelection,
    onAccept: (ids: number[]) => void settle('accept', ids),
    onReject: (ids: number[]) => void settle('reject', ids),
  }
  const ids = Object.keys(selection).map(Number)
  return (
    <>
      {ids.length > 0 && <Chosen ids={ids} onSettle={settle} onClear={() => setSelection({})} />}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <div className={isSmall ? undefined : classes.card}>
        {isSmall ? <PoolCards {...shared} /> : <PoolTable {...shared} />}
        <Foot row={row} tab={tab} offset={offset} total={total} />
      </div>
    </>
  )
}

function tabOf({ tabs }: AnyScreen, tab: string) {
  return tabs.find((one) => one.tab === tab)
}

interface ChosenProps {
  ids: number[]
  onSettle: (action: 'accept' | 'reject', ids: number[]) => Promise<void>
  onClear: () => void
}

function Chosen({ ids, onSettle, onClear }: ChosenProps) {
  return (
    <div className={banner.banner} data-tone="petrol" data-inset role="status">
      <Text size="sm" fw={600}>
        {plural(ids.length, 'row')} selected
      </Text>
      <Group gap="xs">
        <Button onClick={() => void onSettle('accept', ids)}>Accept</Button>
        <Button variant="default" onClick={() => void onSettle('reject', ids)}>
          Leave out
        </Button>
        <Button variant="subtle" onClick={onClear}>
          Clear the selection
        </Button>
      </Group>
    </div>
  )
}

function Foot({ row, tab, offset, total }: Omit<Part, 'screen'> & PoolPart & { total: number }) {
  const number = (value: number) => value.toLocaleString('en-NZ')
  const to = (next: number) => `?id=${row.id}&tab=${tab}&offset=${next}`
  const last = Math.min(total, offset + PAGE_SIZE)
  return (
    <div className={classes.foot}>
      <span>
        {number(Math.min(total, offset + 1))}–{number(last)} of {number(total)}
      </span>
      {total > PAGE_SIZE && (
        <Group gap="xs">
          <PageLink to={to(Math.max(0, offset - PAGE_SIZE))} isOff={offset === 0}>
            Previous
          </PageLink>
          <PageLink to={to(offset + PAGE_SIZE)} isOff={last >= total}>
            Next
          </PageLink>
        </Group>
      )}
    </div>
  )
}

function PageLink(props: { to: string; isOff: boolean; children: string }) {
  if (props.isOff)
    return (
      <Button variant="default" disabled>
        {props.children}
      </Button>
    )
  return (
    <Button component={Link} to={props.to} variant="default">
      {props.children}
    </Button>
  )
}
