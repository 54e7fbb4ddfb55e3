import { taskListCalls } from '#domain/tasks/task-calls.ts'
import { writeFilters } from '#web/kit/list/filters.ts'
import type { SavedView } from '#web/kit/list/saved-views.ts'

/** Lists that answer a question of their own. */
export const taskQuestions = {
  mine: { path: taskListCalls.mine.path, none: 'Nothing is waiting for you. Lovely.' },
  role: { path: taskListCalls.ofRole.path, none: 'Nothing is waiting for your role.' },
  overdue: { path: taskListCalls.overdue.path, none: 'Nothing is overdue. Lovely.' },
}

const status = (name: string, value: string): SavedView => {
  const where = writeFilters([{ field: 'task_status', operator: 'in', values: [value] }])
  return { name, search: `?${new URLSearchParams({ where })}` }
}

/** The views the list of tasks comes with, besides All. */
export const taskViews: SavedView[] = [
  { name: 'Mine', search: '?list=mine', question: 'tasks/mine' },
  { name: 'My role’s', search: '?list=role', question: 'tasks/role' },
  { name: 'Overdue', search: '?list=overdue', question: 'tasks/overdue' },
  status('Open', 'open'),
  status('Done', 'done'),
]
