import { ActionIcon, Button, SimpleGrid } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FigureCard as Card } from '#domain/reports/figures/dashboard-calls.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'
import { type Arrangement, inOrder, moved, readArrangement, toggled } from './card-arrangement.ts'
import classes from './figure-card.module.css'
import { FigureCard, WaitingCard } from './figure-card.tsx'

// Two by two even on a phone: a number needs no more room.
const columns = { base: 2, lg: 4 }
const spacing = { base: 'xs', sm: 'md' }

interface Props {
  /** Under which name the order is kept. */
  set: string
  cards: readonly Card[] | undefined
  /** How many will come, those that are put away included. */
  expected: number
}

/** The cards in the order that a person has given them, without those they have put away. */
export function CardGrid({ set, cards, expected }: Props) {
  const [isArranging, setIsArranging] = useState(false)
  const { arrangement, keep } = useArrangement(set)
  if (!cards) return <WaitingCards count={expected - arrangement.hidden.length} />
  const ordered = inOrder(cards, arrangement)
  const isHidden = ({ name }: Card) => arrangement.hidden.includes(name)
  const shown = isArranging ? ordered : ordered.filter((card) => !isHidden(card))
  return (
    <>
      <SimpleGrid cols={columns} spacing={spacing}>
        {shown.map((card) =>
          isArranging ? (
            <div
              key={card.name}
              className={classes.arranged}
              data-hidden={isHidden(card) || undefined}
            >
              <FigureCard card={card} />
              <Tools
                card={card}
                isHidden={isHidden(card)}
                onMove={(by) => keep(moved(cards, arrangement, card.name, by))}
                onToggle={() => keep(toggled(arrangement, card.name))}
              />
            </div>
          ) : (
            <FigureCard key={card.name} card={card} />
          ),
        )}
      </SimpleGrid>
      <div className={classes.tools}>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsArranging(!isArranging)}>
          {isArranging ? 'Done arranging' : 'Arrange the cards'}
        </Button>
      </div>
    </>
  )
}

/** As much room as they will take, so that nothing below them moves when they come. */
function WaitingCards({ count }: { count: number }) {
  const places = Array.from({ length: Math.max(0, count) }, (_, place) => place)
  return (
    <>
      <SimpleGrid cols={columns} spacing={spacing}>
        {places.map((place) => (
          <WaitingCard key={place} />
        ))}
      </SimpleGrid>
      <div className={classes.tools} style={{ visibility: 'hidden' }}>
        <Button variant="subtle" size="compact-sm">
          Arrange the cards
        </Button>
      </div>
    </>
  )
}

function Tools(props: {
  card: Card
  isHidden: boolean
  onMove: (by: -1 | 1) => void
  onToggle: () => void
}) {
  const { card, isHidden, onMove, onToggle } = props
  return (
    <div className={classes.tools}>
      <ActionIcon aria-label={`Move ${card.label} back`} onClick={() => onMove(-1)}>
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`Move ${card.label} on`} onClick={() => onMove(1)}>
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={isHidden ? `Show ${card.label}` : `Hide ${card.label}`}
        onClick={onToggle}
      >
        {isHidden ? <IconEye size={16} aria-hidden /> : <IconEyeOff size={16} aria-hidden />}
      </ActionIcon>
    </div>
  )
}

/** Kept with the person, so that it is the same wherever they sign in. */
function useArrangement(set: string) {
  const key = `dashboard.${set}`
  const { data } = useQuery(userConfigsQuery)
  const stored = data?.find((config) => config.name === key)?.value
  // What was just chosen is shown before it is stored.
  const [chosen, setChosen] = useState<Arrangement | null>(null)
  const store = useMutation({
    mutationFn: (value: Arrangement) => saveUserConfig(key, value),
    onError: toastProblem,
  })
  return {
    arrangement: chosen ?? readArrangement(stored),
    keep(next: Arrangement) {
      setChosen(next)
      store.mutate(next)
    },
  }
}
