import { z } from 'zod'
import { rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { listCall, verbs } from '#domain/kit/verbs.ts'
import { task } from './task.ts'

const input = z.strictObject(rowRequest)

export const taskCalls = {
  ...verbs(task),
  done: action(task, 'done', { summary: 'Say that a task is done', input, said: 'Task done.' }),
  reopen: action(task, 'reopen', {
    summary: 'Open a task again',
    input,
    said: 'Task is open again.',
  }),
}

/** The questions everybody asks in the morning. */
export const taskListCalls = {
  mine: listCall(task, '/tasks/mine', { summary: 'Open tasks of the person who asks' }),
  ofRole: listCall(task, '/tasks/role', {
    summary: 'Open tasks of the role of who asks, and of lower roles that nobody holds',
  }),
  overdue: listCall(task, '/tasks/overdue', { summary: 'Open tasks whose day has passed' }),
}
