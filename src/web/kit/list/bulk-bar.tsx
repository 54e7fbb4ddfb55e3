import { ActionIcon, Button, Group, Loader, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { BulkActionName } from '#domain/kit/bulk-actions.ts'
import { bulkAtMost, selectedAtMost } from '#domain/kit/bulk-bounds.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { maySet } from '#web/kit/form/merge.ts'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { useSession } from '#web/kit/session/session.ts'
import own from './bulk-bar.module.css'
import { BulkMore } from './bulk-more.tsx'
import classes from './data-table.module.css'
import type { ListState } from './list-state.ts'
import { countOf } from './remove-rows.ts'
import { allIds, type ListSource } from './use-list.ts'

const BulkChange = lazy(async () => {
  const { BulkChange } = await patientLoad(() => import('./bulk-change.tsx'))
  return { default: BulkChange }
})

interface Props {
  entity: Entity
  state: ListState
  source?: ListSource | undefined
  total: number
  /** More match than were counted. */
  isMore?: boolean
  ids: number[]
  mayRemove: boolean
  mayChange: boolean
  onDone: () => void
  /** What this list can do besides, to rows by their ids. */
  offers?: BulkOffers | undefined
  /** What it can do to all that match, however many; it stands in place of the offers then. */
  ofAll?: ReactNode
}

/** The buttons of a selection, by what they do: each of them is told of in one place. */
export type BulkOffers = Partial<
  Record<BulkActionName, (ids: number[], onDone: () => void) => ReactNode>
>

/** The rows selected one by one, all that match, or the first of more than one selection takes. */
type Scope = 'rows' | 'first' | 'all'

/** What can be done to the selected rows, or to all that match. */
export function BulkBar(props: Props) {
  const { entity, state, source, total, ids, mayRemove, onDone } = props
  const { role } = useSession()
  const [scope, setScope] = useState<Scope>('rows')
  useEffect(() => {
    if (ids.length === 0) setScope('rows')
  }, [ids.length])
  if (ids.length === 0) return null
  const isAll = scope !== 'rows'
  const isCut = props.isMore === true || total > selectedAtMost
  // What goes row by row stops somewhere, what does not reaches everybody: neither says otherwise.
  const isByRow = scope !== 'all' || !isCut
  const most = firstOf(total)
  const chosen = () => (isAll ? allIds(entity, state, { source, most }) : Promise.resolve(ids))
  const changeable = entity.inPlace.filter((name) => {
    const field = entity.fields[name]
    return props.mayChange && field !== undefined && maySet(field, role)
  })
  return (
    <div className={classes.selection} role="status">
      <Group gap="sm">
        <ActionIcon variant="subtle" size={30} aria-label="Clear the selection" onClick={onDone}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
        <Text size="sm" fw={600}>
          {scopeWords(props, scope)} selected
        </Text>
        {!isAll && total > ids.length && <Offers {...props} isCut={isCut} onChoose={setScope} />}
      </Group>
      <Group gap="xs" className={classes.actions}>
        {isAll && props.ofAll
          ? scope === 'all' && props.ofAll
          : props.offers && (
              <OffersByIds
                offers={props.offers}
                ids={isAll ? null : ids}
                find={chosen}
                onDone={onDone}
              />
            )}
        <Suspense>
          {isByRow && changeable.length > 0 && (
            <BulkChange entity={entity} names={changeable} ids={chosen} onDone={onDone} />
          )}
        </Suspense>
        <BulkMore
          entity={entity}
          state={state}
          exported={isAll || source ? [] : ids}
          chosen={chosen}
          mayRemove={isByRow && mayRemove}
          onDone={onDone}
        />
      </Group>
    </div>
  )
}

interface ByIdsProps {
  offers: BulkOffers
  /** Null where they are still to be found. */
  ids: number[] | null
  find: () => Promise<number[]>
  onDone: () => void
}

/** What is done to rows by their ids, once it is known which these are. */
function OffersByIds({ offers, ids, find, onDone }: ByIdsProps) {
  const [found, setFound] = useState<number[] | null>(null)
  const isToFind = ids === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, as it is chosen
  useEffect(() => {
    if (isToFind) find().then(setFound, toastProblem)
  }, [isToFind])
  const known = ids ?? found
  if (known === null) return <Loader size={16} aria-label="Finding them all" />
  // The keys of the record are its names.
  return (Object.keys(offers) as BulkActionName[]).map((name) => (
    <fieldset key={name} className={own.offer} disabled={known.length > bulkAtMost[name]}>
      {offers[name]?.(known, onDone)}
      {known.length > bulkAtMost[name] && (
        <Text size="xs" c="dimmed">
          at most {bulkAtMost[name].toLocaleString('en-NZ')} at once
        </Text>
      )}
    </fieldset>
  ))
}

const firstOf = (total: number) => Math.min(total, selectedAtMost)

function scopeWords({ entity, total, isMore, ids }: Props, scope: Scope): string {
  if (scope === 'rows') return countOf(entity, ids.length)
  if (scope === 'first') return `The first ${countOf(entity, firstOf(total))} that match`
  return `All ${isMore ? 'of more than ' : ''}${countOf(entity, total)} that match`
}

interface OffersProps {
  total: number
  isCut: boolean
  ofAll?: ReactNode
  onChoose: (scope: Scope) => void
}

/** The way from the rows in sight to all that match; of very many, what is meant is said. */
function Offers({ total, isCut, ofAll, onChoose }: OffersProps) {
  const count = (isCut ? firstOf(total) : total).toLocaleString('en-NZ')
  return (
    <>
      <Button variant="subtle" onClick={() => onChoose(isCut ? 'first' : 'all')}>
        Select {isCut ? 'the first' : 'all'} {count} that match
      </Button>
      {isCut && ofAll && (
        <Button variant="subtle" onClick={() => onChoose('all')}>
          Select all that match
        </Button>
      )}
    </>
  )
}

interface DeckProps {
  isSelecting: boolean
  children: ReactNode
}

/** Where the bar of a selection comes over what stands there otherwise: nothing below moves. */
export function SelectionDeck({ isSelecting, children }: DeckProps) {
  return (
    <div className={classes.deck} data-selecting={isSelecting || undefined}>
      {children}
    </div>
  )
}
