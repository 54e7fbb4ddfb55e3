import '@mantine/spotlight/styles.css'
import { Loader, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { screensFor } from '#domain/access/navigation.ts'
import { atLeast } from '#domain/access/role.ts'
import { fold } from '#domain/kit/wording.ts'
import { type SearchHit, searchCalls } from '#domain/operations/search-calls.ts'
import { recentRecords } from '#web/kit/frame/recent-records.ts'
import { keyboardSheet } from '#web/kit/frame/shown-keys.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useAnswers } from './palette-answers.ts'
import { useKeptEnter } from './palette-enter.ts'
import { meantBy } from './palette-match.ts'
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
  const answers = useAnswers(query)
  const own = [...useGroups(query, onTask), ...answers]
  // Whoever types the name of a screen or setting means that; anything else is looked for in the records.
  const isNamed = own.some(([, actions]) => actions.some(({ label }) => begins(label, query)))
  const groups = isNamed ? [...own, ...search.groups] : [...search.groups, ...own]
  useEffect(chooseFirst)
  const hasMoved = () => store.getState().selected > 0
  const keepEnter = useKeptEnter(query, search.isBehind && !isNamed, openChosen)
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
        onKeyDownCapture={(event) => hasMoved() || keepEnter(event)}
      />
      {search.meant && (
        <Text size="sm" c="dimmed" px="md" py={6} role="status">
          Nothing has “{query.trim()}”. These have “{search.meant}”.
        </Text>
      )}
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

/** Enter opens the first hit, also when it came after the typing, above what was there before. */
function chooseFirst(): void {
  const { listId, selected } = store.getState()
  const list = document.getElementById(listId)
  const first = list?.querySelector('[data-action]')
  const chosen = list?.querySelector('[data-selected]')
  // Whoever has moved on by keyboard stays there.
  if (!first || chosen === first || (chosen && selected > 0)) return
  chosen?.removeAttribute('data-selected')
  first.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

function openChosen(): void {
  const list = document.getElementById(store.getState().listId)
  list?.querySelector<HTMLElement>('[data-selected]')?.click()
}

const bookings = (go: (path: string) => () => void): Action[] => [
  { id: 'new-payment', label: 'Record a payment', run: go('/app/invoicepayment') },
  { id: 'new-adjustment', label: 'New Adjustment', run: go('/app/adjustment') },
]

const parties = (go: (path: string) => () => void): Action[] => [
  { id: 'new-supplier', label: 'New Supplier', run: go('/app/supplier/edit') },
  { id: 'new-partner', label: 'New Partner', run: go('/app/partner/edit') },
]

const begins = (label: string, query: string) => fold(label).startsWith(fold(query.trim()))

export type Group = [string, Action[]]

function useGroups(query: string, onTask: () => void): Group[] {
  const { role } = useSession()
  const navigate = useNavigate()
  const go = (path: string) => () => void navigate(path)
  const matching = (all: Action[]) => meantBy(query, all, ({ label }) => label)
  const screens: Action[] = screensFor(role).map((item) => ({
    id: item.path,
    label: item.label,
    description: item.section || undefined,
    run: go(item.path),
  }))
  const isAccounting = atLeast(role, 'accounting')
  const actions: Action[] = [
    { id: 'new-customer', label: 'New Customer', run: go('/app/customer/new') },
    { id: 'new-contract', label: 'New Contract', run: go('/app/contract') },
    { id: 'new-meter', label: 'New Meter', run: go('/app/meter/new') },
    { id: 'readings', label: 'Enter readings', run: go('/app/meters?due=0&round=true') },
    { id: 'new-proposal', label: 'New Proposal', run: go('/app/proposal/new') },
    { id: 'new-invoice', label: 'New Invoice', run: go('/app/invoice/new') },
    { id: 'new-task', label: 'New Task', run: onTask },
    { id: 'new-message', label: 'New Message', run: go('/app/message/new') },
    { id: 'new-enquiry', label: 'New Enquiry', run: go('/app/enquiry') },
    // Nothing is offered that is then refused.
    ...(isAccounting ? bookings(go) : []),
    ...(atLeast(role, 'manager') ? parties(go) : []),
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
    ['Recently opened', matching(recent)],
    ['Screens', matching(screens)],
    ['Do', matching(actions)],
  ]
  return groups.filter(([, members]) => members.length > 0)
}

interface Search {
  groups: Group[]
  /** What was looked for instead of what was typed. */
  meant: string | null
  isBusy: boolean
  /** What is shown is of words before those that stand there now. */
  isBehind: boolean
}

function useSearch(query: string): Search {
  const navigate = useNavigate()
  const [settled] = useDebouncedValue(query.trim(), 80)
  const isWorthAsking = settled.length >= 2
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => send(searchCalls.all, { q: settled }, { signal }),
    enabled: isWorthAsking,
    placeholderData: (previous) => previous,
  })
  const found = isWorthAsking ? (data?.data ?? []) : []
  const recent = recentRecords().map(({ path }) => path)
  // Among those that fit, what one had open lately is what one means.
  const place = ({ path }: SearchHit) => {
    const at = recent.indexOf(path)
    return at === -1 ? recent.length : at
  }
  const groups = [...Map.groupBy(found, (row) => row.group)].map(([name, rows]): Group => {
    const actions = rows
      .toSorted((one, other) => place(one) - place(other))
      .map((row) => ({
        id: `${row.entity} ${row.id}`,
        label: row.title,
        description: row.subtitle,
        run: () => void navigate(row.path),
      }))
    return [name, actions]
  })
  const meant = isWorthAsking ? (data?.info?.meant ?? null) : null
  const isAsked = query.trim().length >= 2
  const isBehind =
    isAsked && (query.trim() !== settled || (isFetching && (isPlaceholderData || !data)))
  return { groups, meant, isBusy: isFetching, isBehind }
}
