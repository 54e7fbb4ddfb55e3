import '@mantine/spotlight/styles.css'
import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { menuFor } from '#domain/access/navigation.ts'
import { fold, humanise } from '#domain/kit/wording.ts'
import { type SearchHit, searchCalls } from '#domain/operations/search-calls.ts'
import { pathOfRow } from '#web/kit/frame/entity-paths.ts'
import { keyboardSheet } from '#web/kit/frame/keyboard-sheet.tsx'
import { recentRecords } from '#web/kit/frame/recent-records.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { signOutAndLeave } from './sign-out.ts'

interface Action {
  id: string
  label: string
  description?: string | undefined
  run: () => void
}

const [store, spotlight] = createSpotlight()

interface Props {
  onClose: () => void
  /** Opens the place for a new task over the screen that is there. */
  onTask: () => void
}

/** One field over everything: screens by role, recent records, and what the server finds. */
export function Palette({ onClose, onTask }: Props) {
  const [query, setQuery] = useState('')
  useEffect(() => spotlight.open(), [])
  const search = useSearch(query)
  const groups = [...useGroups(query, onTask), ...search.groups]
  useEffect(chooseFirst)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 80 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
    >
      <Spotlight.Search
        aria-label="Search"
        placeholder="Search for a customer, a number, a screen …"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={search.isBusy ? <Loader size={16} /> : null}
      />
      <Spotlight.ActionsList aria-label="Results">
        {groups.map(([name, actions]) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {actions.map(({ id, label, description, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(description ? { description } : {})}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{search.isBusy ? 'Looking …' : 'No matches.'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Enter opens the first hit, also when it came after the typing. */
function chooseFirst(): void {
  const list = document.getElementById(store.getState().listId)
  const first = list?.querySelector('[data-action]')
  if (!first || list?.querySelector('[data-selected]')) return
  first.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

type Group = [string, Action[]]

function useGroups(query: string, onTask: () => void): Group[] {
  const { role } = useSession()
  const navigate = useNavigate()
  const go = (path: string) => () => void navigate(path)
  const matches = ({ label }: Action) => fold(label).includes(fold(query.trim()))
  const screens: Action[] = menuFor(role).map((item) => ({
    id: item.path,
    label: item.label,
    description: item.section || undefined,
    run: go(item.path),
  }))
  // Not in the specification's menu: our choice.
  screens.push(
    { id: 'contracts', label: 'Contracts', run: go('/app/contracts') },
    { id: 'meters', label: 'Meters', run: go('/app/meters') },
    { id: 'meterreadings', label: 'Meter readings', run: go('/app/meterreadings') },
    { id: 'proposals', label: 'Proposals', run: go('/app/proposals') },
    { id: 'enquiries', label: 'Enquiries', run: go('/app/enquiries') },
  )
  const actions: Action[] = [
    { id: 'new-customer', label: 'New Customer', run: go('/app/customer/new') },
    { id: 'new-contract', label: 'New Contract', run: go('/app/contract') },
    { id: 'new-meter', label: 'New Meter', run: go('/app/meter/new') },
    { id: 'readings', label: 'Enter readings', run: go('/app/meters?due=0&round=true') },
    { id: 'new-proposal', label: 'New Proposal', run: go('/app/proposal/new') },
    { id: 'new-invoice', label: 'New Invoice', run: go('/app/invoice/new') },
    { id: 'new-payment', label: 'Record a payment', run: go('/app/invoicepayment') },
    { id: 'new-adjustment', label: 'New Adjustment', run: go('/app/adjustment') },
    { id: 'new-task', label: 'New Task', run: onTask },
    { id: 'help', label: 'Help', run: go('/app/help') },
    { id: 'keys', label: 'Keyboard shortcuts', run: () => keyboardSheet.set(true) },
    { id: 'sign-out', label: 'Sign Out', run: () => void signOutAndLeave() },
  ]
  const recent = recentRecords().map((record) => ({
    id: `recent ${record.path}`,
    label: record.title,
    description: record.kind,
    run: go(record.path),
  }))
  const groups: Group[] = [
    ['Recently opened', recent.filter(matches)],
    ['Screens', screens.filter(matches)],
    ['Do', actions.filter(matches)],
  ]
  return groups.filter(([, members]) => members.length > 0)
}

/** Where a hit opens; one without a screen of its own, such as a note, leads nowhere. */
function pathOf({ entity, id }: SearchHit): string | null {
  return pathOfRow(entity, id)
}

function useSearch(query: string): { groups: Group[]; isBusy: boolean } {
  const navigate = useNavigate()
  const [settled] = useDebouncedValue(query.trim(), 120)
  const isWorthAsking = settled.length >= 2
  const { data, isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: async ({ signal }) =>
      (await send(searchCalls.all, { q: settled }, { signal })).data ?? [],
    enabled: isWorthAsking,
    placeholderData: (previous) => previous,
  })
  const found = (isWorthAsking ? (data ?? []) : []).filter(pathOf)
  const groups = [...Map.groupBy(found, (row) => row.entity)].map(([entity, rows]): Group => {
    const actions = rows.map((row) => ({
      id: `${row.entity} ${row.id}`,
      label: row.title,
      description: row.subtitle,
      run: () => void navigate(pathOf(row) ?? row.path),
    }))
    return [humanise(entity), actions]
  })
  return { groups, isBusy: isFetching }
}
