import { useQuery } from '@tanstack/react-query'
import { countQuery } from '#web/kit/list/use-list.ts'
import { StatCard } from './stat-card.tsx'

/** What waits for me, and beside it what waits for anybody of my role. */
export function TaskCard() {
  const ofRole = useQuery(countQuery('tasks/role'))
  return (
    <StatCard
      label="My tasks"
      plural="tasks/mine"
      to="/app/tasks?list=mine"
      hint={ofRole.data ? `with your name, and ${ofRole.data} for your role` : 'with your name'}
      tone="amber"
    />
  )
}
