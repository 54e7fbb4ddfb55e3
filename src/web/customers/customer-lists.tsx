import { Anchor, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { contractSettings } from '#domain/identity/contract-settings.ts'
import { useSetting } from '#web/identity/use-setting.ts'
import { filterParams, readFilters } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import type { SavedView } from '#web/kit/list/saved-views.ts'
import { useSavedViews } from '#web/kit/list/saved-views.ts'
import { countQuery } from '#web/kit/list/use-list.ts'
import { listedAudience, WriteToThese } from '#web/messaging/bulk/write-to-these.tsx'
import classes from './customer-lists.module.css'
import {
  leadTimesWith,
  paramsOf,
  type Question,
  questionNames,
  questions,
} from './customer-questions.ts'
import { customerViews } from './customer-views.ts'

/** Lists of customers by question: each number opens the customers it counts. */
export function Screen() {
  const [{ list, days }, setChosen] = useQueryStates(
    {
      list: parseAsStringLiteral(questionNames).withDefault('expiring'),
      // Until somebody chooses, the organisation's own days hold, which the server knows.
      days: parseAsInteger,
      offset: parseAsInteger.withDefault(0),
    },
    { history: 'push', shallow: false },
  )
  const usual = useSetting('contract_expiring_days', contractSettings.contract_expiring_days)
  const shown = days ?? usual
  const source = useMemo(
    () => ({
      path: `/${questions[list].path}`,
      params: paramsOf(list, days),
      none: questions[list].none,
      hasCsv: true,
    }),
    [list, days],
  )
  return (
    <ListScreen
      entity={customer}
      title="Customer lists"
      source={source}
      bulk={{ write_to_customers: (ids) => <WriteToThese audience={{ ids }} /> }}
      bulkOfAll={(params) => (
        <WriteToThese audience={listedAudience(questions[list].path, params)} />
      )}
      summary={() => ` · ${questions[list].explained}`}
      tabs={
        <>
          <nav className={classes.cards} aria-label="Questions">
            {questionNames.map((name) => (
              <QuestionCard key={name} name={name} days={days} isCurrent={name === list} />
            ))}
          </nav>
          <Group justify="space-between" gap="sm">
            {list === 'expiring' && (
              <Group gap="xs">
                <Text size="sm" id="lead-time">
                  Ends within days
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-labelledby="lead-time"
                  data={leadTimesWith(shown).map(String)}
                  value={String(shown)}
                  onChange={(next) => void setChosen({ days: Number(next), offset: 0 })}
                />
              </Group>
            )}
            <Views />
          </Group>
        </>
      }
    />
  )
}

function QuestionCard(props: { name: Question; days: number | null; isCurrent: boolean }) {
  const { name, days, isCurrent } = props
  const { label, explained, path } = questions[name]
  const { data } = useQuery(countQuery(path, paramsOf(name, days)))
  const params = new URLSearchParams({ list: name })
  if (name === 'expiring' && days !== null) params.set('days', String(days))
  return (
    <Link
      to={`/app/customerlists?${params}`}
      className={classes.card ?? ''}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.count}>{data?.toLocaleString('en-NZ') ?? '…'}</span>
      <span className={classes.explained}>{explained}</span>
    </Link>
  )
}

/** The views of the customers’ own list, which open there. */
function Views() {
  const { shared, own } = useSavedViews('customers')
  const all = [{ name: 'All customers', search: '' }, ...customerViews, ...shared, ...own]
  return (
    <Group gap="md" component="nav" aria-label="Views of all customers">
      <Text size="xs" c="dimmed">
        Among all customers:
      </Text>
      {all.map((view) => (
        <ViewLink key={view.name + view.search} view={view} />
      ))}
    </Group>
  )
}

function ViewLink({ view }: { view: SavedView }) {
  const params = new URLSearchParams(view.search)
  const filters = filterParams(readFilters(params.get('where') ?? ''))
  const q = params.get('q')
  const { data } = useQuery(countQuery('customers', { ...filters, ...(q ? { q } : {}) }))
  return (
    <Anchor component={Link} to={`/app/customers${view.search}`} size="sm">
      {view.name} {data === undefined ? '' : data.toLocaleString('en-NZ')}
    </Anchor>
  )
}
