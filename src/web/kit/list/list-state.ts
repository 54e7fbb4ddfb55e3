import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  useQueryStates,
} from 'nuqs'
import { useMemo } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import type { Params } from '#web/kit/session/api.ts'
import { type Filter, filterParams, readFilters, writeFilters } from './filters.ts'

export interface ListState {
  q: string
  order: string
  offset: number
  limit: number
  where: Filter[]
  columns: string[]
  deleted: boolean
  /** The figure whose rows these are, where filters cannot say which. */
  figure: string
  /** The column whose sum stands above the rows. */
  sum: string
  /** Every row is counted, however many there are. */
  exact: boolean
}

const parseFilters = createParser<Filter[]>({
  parse: readFilters,
  serialize: writeFilters,
  eq: (a, b) => writeFilters(a) === writeFilters(b),
})

export const pageSizes = [50, 100, 200, 500]

/** Everything a list shows is in the address: a copied link shows the same. */
export function useListState(entity: Entity) {
  const parsers = useMemo(
    () => ({
      q: parseAsString.withDefault(''),
      order: parseAsString.withDefault(entity.order),
      offset: parseAsInteger.withDefault(0),
      limit: parseAsInteger.withDefault(50),
      where: parseFilters.withDefault([]),
      columns: parseAsArrayOf(parseAsString).withDefault([...entity.list]),
      deleted: parseAsBoolean.withDefault(false),
      figure: parseAsString.withDefault(''),
      sum: parseAsString.withDefault(''),
      exact: parseAsBoolean.withDefault(false),
    }),
    [entity],
  )
  const [state, setState] = useQueryStates(parsers, {
    history: 'push',
    // The router must hear of it: the tabs, the Back button and the remembered route depend on it.
    shallow: false,
  })
  /** Any change but a page turn begins again at the first page. */
  const change = (next: Partial<ListState>) =>
    setState({ offset: 'offset' in next ? (next.offset ?? 0) : 0, ...next })
  const replace = (next: Partial<ListState>) =>
    setState({ offset: 0, ...next }, { history: 'replace' })
  return { state: known(entity, state), change, replace }
}

/** The part of the address that says which rows, without which page of them. */
export function rowParams(state: ListState): Params {
  return {
    ...filterParams(state.where),
    q: state.q || undefined,
    order: state.order,
    deleted: state.deleted ? 1 : undefined,
    figure: state.figure || undefined,
  }
}

// A link may be older than the list: what no longer exists is left out.
function known(entity: Entity, state: ListState): ListState {
  const isColumn = (name: string) =>
    name in entity.fields || /^(id|created_at|modified_at|deleted_at)$/.test(name)
  const columns = state.columns.filter(isColumn)
  return {
    ...state,
    limit: pageSizes.includes(state.limit) ? state.limit : 50,
    offset: Math.max(0, state.offset),
    columns: columns.length > 0 ? columns : [...entity.list],
    where: state.where.filter((filter) => filter.field in entity.fields),
    sum: entity.fields[state.sum]?.kind === 'money' ? state.sum : '',
  }
}
