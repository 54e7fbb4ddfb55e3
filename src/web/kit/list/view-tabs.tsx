import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, TextInput } from '@mantine/core'
import { IconDots, IconHome, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { filterParams, readFilters } from './filters.ts'
import {
  allRows,
  isSameView,
  type ListPlace,
  type SavedView,
  useFirstViews,
  useSavedViews,
} from './saved-views.ts'
import { countQuery } from './use-list.ts'
import classes from './view-tabs.module.css'

interface Props {
  entity: Entity
  /** Views every list of this kind comes with. */
  builtIn?: SavedView[]
  place: ListPlace
  /** The query of the view it opens with for whoever chose none. */
  first?: string | undefined
}

/** Views as tabs: the built-in ones with their count, everybody's, then a person's own. */
export function ViewTabs({ entity, builtIn = [], place, first: usual = '' }: Props) {
  const { pathname, search } = useLocation()
  const views = useSavedViews(place.name)
  const { firsts, open } = useFirstViews()
  const first = firsts[place.name] ?? usual
  const counts = useQueries({
    queries: builtIn.map((view) =>
      countQuery(view.question ?? entity.plural, paramsOf(view.search)),
    ),
  })
  const allView: SavedView = { name: 'All', search: place.search }
  const all = [allView, ...builtIn, ...views.shared, ...views.own]
  const current = all.find((view) => isSameView(view.search, search || place.search))
  return (
    <nav className={classes.tabs} aria-label="Views">
      {all.map((view) => {
        const count = counts[builtIn.indexOf(view)]?.data
        const isCurrent = view === current
        return (
          <span
            key={`${view.shared?.id ?? ''} ${view.name}`}
            className={classes.tab}
            data-current={isCurrent || undefined}
          >
            <Link
              to={pathname + view.search}
              state={allRows}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {view.shared && <IconUsers size={13} aria-label="Shared" />}
              {view.name} {count ? <span className={classes.count}>{count}</span> : null}
              {first !== '' && isSameView(view.search, first) && (
                <IconHome size={13} aria-label="Opens first" />
              )}
            </Link>
            {isCurrent && all.length > 1 && (
              <ViewMenu
                view={view}
                isOwn={views.own.includes(view)}
                isFirst={isSameView(view.search, first)}
                onFirst={() => void open(place.name, view.search)}
                onShare={() => void views.shareOwn(view).catch(toastProblem)}
                onRemove={() => void views.remove(view).catch(toastProblem)}
              />
            )}
          </span>
        )
      })}
      {!current && <SaveView onSave={(name, isShared) => views.save({ name, search }, isShared)} />}
    </nav>
  )
}

interface ViewMenuProps {
  view: SavedView
  isOwn: boolean
  isFirst: boolean
  onFirst: () => void
  onShare: () => void
  onRemove: () => void
}

/** What can be done with the view that is open. */
function ViewMenu({ view, isOwn, isFirst, onFirst, onShare, onRemove }: ViewMenuProps) {
  const { user, role } = useSession()
  const isMine = view.shared?.user_id === user?.id
  const mayRemove = isOwn || (view.shared && (isMine || atLeast(role, 'manager')))
  if (isFirst && !isOwn && !mayRemove) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`View ${view.name}`}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isFirst && <Menu.Item onClick={onFirst}>Open the list with this view</Menu.Item>}
        {isOwn && <Menu.Item onClick={onShare}>Share with everybody</Menu.Item>}
        {mayRemove && <Menu.Item onClick={onRemove}>Remove</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

function SaveView({ onSave }: { onSave: (name: string, isShared: boolean) => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    try {
      await onSave(name.trim(), isShared)
    } catch (cause) {
      toastProblem(cause)
      return
    }
    setIsOpen(false)
    setName('')
    setIsShared(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="xs">
            <TextInput
              label="Name of the view"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              size="xs"
              label="Share with everybody"
              checked={isShared}
              onChange={(event) => setIsShared(event.currentTarget.checked)}
            />
            <Button type="submit" size="sm">
              Save
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function paramsOf(search: string) {
  const params = new URLSearchParams(search)
  const q = params.get('q')
  return { ...filterParams(readFilters(params.get('where') ?? '')), ...(q ? { q } : {}) }
}
