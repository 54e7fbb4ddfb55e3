import { Anchor, Pagination, Paper, Skeleton, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { file, type File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { choiceInWords, humanise, plural } from '#domain/kit/wording.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileLine } from './file-line.tsx'
import classes from './files.module.css'
import type { Place } from './folder-tree.tsx'

const PAGE = 100
const PAUSE_MS = 250

type FilePlace = Exclude<Place, 'deleted'>

function useFiles(place: FilePlace, q: string, page: number) {
  const call = place === 'duplicates' ? fileCalls.duplicates : fileCalls.list
  // Those here twice stand beside each other.
  const order = place === 'duplicates' ? { order: 'name,size_bytes' } : {}
  const where =
    typeof place === 'number'
      ? { folder_id: place }
      : place === 'none'
        ? { 'folder_id.null': 'true' }
        : {}
  const asked = { ...where, ...order, ...(q ? { q } : {}), limit: PAGE, offset: (page - 1) * PAGE }
  return useQuery({
    queryKey: ['files', 'placed', place, asked],
    queryFn: ({ signal }) => send(call, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const soughtParsers = {
  q: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
}

/** What is looked for and which page of it, in the address: a copied link shows the same. */
function useSought() {
  const [{ q, page }, setSought] = useQueryStates(soughtParsers)
  const [typed, setTyped] = useState(q)
  const ask = useDebouncedCallback(
    (text: string) => void setSought({ q: text.trim() || null, page: null }),
    PAUSE_MS,
  )
  // Back and a link say what is looked for as much as whoever types.
  useEffect(() => setTyped((now) => (now.trim() === q ? now : q)), [q])
  return {
    ...{ q, typed, page: Math.max(1, page) },
    type: (text: string) => {
      setTyped(text)
      ask(text)
    },
    turnTo: (next: number) => void setSought({ page: next }, { history: 'push' }),
  }
}

/** The files of a folder or a view: found, dropped, chosen and worked on. */
export function PlacedFiles({ place }: { place: FilePlace }) {
  const { q, page, typed, type, turnTo } = useSought()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const files = useFiles(place, q, page)
  const rows = files.data?.data ?? []
  const titles = files.data?.info.titles ?? {}
  const { total = 0, total_is_more: isMore, next_cursor } = files.data?.info ?? {}
  // Behind the rows that were counted there may be more pages.
  const pages = Math.max(Math.ceil(total / PAGE), isMore && next_cursor ? page + 1 : page)
  const choose = (id: number, isChosen: boolean) =>
    setChosen((all) => new Set(isChosen ? [...all, id] : [...all].filter((one) => one !== id)))
  return (
    <>
      {place !== 'duplicates' && (
        <FileDrop to={{ folder_id: typeof place === 'number' ? place : null }} />
      )}
      <TextInput
        aria-label="Search files"
        placeholder="Search these files"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <ChosenFiles
        rows={rows.filter(({ id }) => chosen.has(id))}
        onDone={() => setChosen(new Set())}
      />
      {files.isPending && <Skeleton height={80} />}
      {files.isError && <Trouble cause={files.error} onRetry={() => void files.refetch()} />}
      {files.isSuccess && rows.length === 0 && <NothingFound place={place} isSearch={q !== ''} />}
      {rows.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {isMore && 'more than '}
            {plural(total, 'file', 'files')}
          </Text>
          <Paper p={0} component="ul" className={classes.list} aria-label="Files">
            {rows.map((row) => (
              <FileLine
                key={row.id}
                row={row}
                titles={titles}
                choice={{
                  isChosen: chosen.has(row.id),
                  onChange: (isChosen) => choose(row.id, isChosen),
                }}
              >
                <HangsOn row={row} titles={titles} />
              </FileLine>
            ))}
          </Paper>
        </>
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={turnTo}
          getControlProps={(control) => ({ 'aria-label': `${humanise(control)} page` })}
        />
      )}
    </>
  )
}

/** The record a file hangs on, and the way to it. */
function HangsOn({ row, titles }: { row: StoredFile; titles: Titles }) {
  const { reference_object: object, reference_id: id } = row
  if (object === null || id === null) return null
  const kind = choiceInWords(file.fields.reference_object.options, object)
  const words = [kind, titles[object]?.[String(id)]].filter(Boolean).join(' ')
  const path = pathOfRow(object, id)
  if (!path) return <Text size="xs">{words}</Text>
  return (
    <Anchor component={Link} to={path} size="xs">
      {words}
    </Anchor>
  )
}

function NothingFound({ place, isSearch }: { place: FilePlace; isSearch: boolean }) {
  if (isSearch) return <NothingHere title="No matches." description="Try fewer words." />
  if (place === 'duplicates')
    return (
      <NothingHere
        title="Nothing is here twice."
        description="Files with the same bytes, or the same name and size, would stand here."
      />
    )
  return <NothingHere title="Nothing here yet." description="Drop files above to keep them here." />
}
