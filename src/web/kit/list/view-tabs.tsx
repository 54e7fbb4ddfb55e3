import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Entity } from '#domain/kit/entity.ts'
import { filterParams, readFilters } from './filters.ts'
import { type SavedView, useSavedViews } from './saved-views.ts'
import { countQuery } from './use-list.ts'
import classes from './view-tabs.module.css'

interface Props {
  entity: Entity
  /** Views every list of this kind comes with. */
  builtIn?: SavedView[]
}

/** Views as tabs: the built-in ones with their count, then a person's own. */
export function ViewTabs({ entity, builtIn = [] }: Props) {
  const { pathname, search } = useLocation()
  const { views: own, save, remove } = useSavedViews(entity.plural)
  const counts = useQueries({
    queries: builtIn.map((view) =>
      countQuery(view.question ?? entity.plural, paramsOf(view.search)),
    ),
  })
  const all = [{ name: 'All', search: '' }, ...builtIn, ...own]
  const isSaved = all.some((view) => isSame(view.search, search))
  return (
    <nav className={classes.tabs} aria-label="Views">
      {all.map((view) => {
        const count = counts[builtIn.indexOf(view)]?.data
        const isCurrent = isSame(view.search, search)
        return (
          <span key={view.name} className={classes.tab} data-current={isCurrent || undefined}>
            <Link to={pathname + view.search} aria-current={isCurrent ? 'page' : undefined}>
              {view.name} {count ? <span className={classes.count}>{count}</span> : null}
            </Link>
            {isCurrent && own.includes(view) && (
              <ActionIcon size={18} aria-label={`Remove ${view.name}`} onClick={() => remove(view)}>
                <IconX size={12} aria-hidden />
              </ActionIcon>
            )}
          </span>
        )
      })}
      {!isSaved && <SaveView onSave={(name) => save({ name, search })} />}
    </nav>
  )
}

function SaveView({ onSave }: { onSave: (name: string) => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    await onSave(name.trim())
    setIsOpen(false)
    setName('')
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
          <Group gap="xs" align="flex-end">
            <TextInput
              label="Name of the view"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="sm">
              Save
            </Button>
          </Group>
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

/** Which page of a view somebody is on does not make it another view. */
function isSame(a: string, b: string): boolean {
  return normal(a) === normal(b)
}

function normal(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('offset')
  params.sort()
  return params.toString()
}
