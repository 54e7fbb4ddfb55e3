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

/** What is still to be done, the earliest due first: how the list opens. */
export const openTasks = status('Open', 'open')

/** The views the list of tasks comes with, besides All. */
export const taskViews: SavedView[] = [
  openTasks,
  { name: 'Mine', search: '?list=mine', question: 'tasks/mine' },
  { name: 'My role’s', search: '?list=role', question: 'tasks/role' },
  { name: 'Overdue', search: '?list=overdue', question: 'tasks/overdue' },
  status('Done', 'done'),
]
