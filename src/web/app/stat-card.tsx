import { Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import classes from './stat-card.module.css'

interface Props {
  label: string
  plural: string
  params?: Params
  to: string
  hint: string
  tone?: 'petrol' | 'amber' | 'red'
}

/** A number that opens the list it counts. */
export function StatCard({ plural, params = {}, ...shown }: Props) {
  const { data, isError } = useQuery(countQuery(plural, params))
  return <NumberCard {...shown} data={data} isError={isError} />
}

type NumberProps = Omit<Props, 'plural' | 'params'> & {
  data: number | undefined
  isError: boolean
}

/** The card of a number that is known already, or on its way. */
export function NumberCard({ label, data, isError, to, hint, tone = 'petrol' }: NumberProps) {
  return (
    <Paper className={classes.card} component={Link} to={to}>
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <span className={classes.dot} data-tone={data ? tone : 'none'} aria-hidden />
      </div>
      {data === undefined && !isError ? (
        <Skeleton height={34} width={70} my={5} />
      ) : (
        <Text fz={28} fw={700} lh={1.55}>
          {data === undefined ? '—' : data.toLocaleString('en-NZ')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Paper>
  )
}
