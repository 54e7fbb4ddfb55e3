import { z } from 'zod'
import { rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { reportschedule } from './reportschedule.ts'

const asked = z.strictObject(rowRequest)

/** Reports that come by themselves: one's own are made, changed, paused and deleted. */
export const reportscheduleCalls = {
  ...verbs(reportschedule),
  pause: action(reportschedule, 'pause', {
    summary: 'Send a regular report no more until it is resumed',
    input: asked,
    said: 'Paused.',
  }),
  resume: action(reportschedule, 'resume', {
    summary: 'Send a regular report again, from its next day on',
    input: asked,
    said: 'It is sent again from its next day on.',
  }),
}
