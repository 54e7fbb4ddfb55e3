import { verbs } from '#domain/kit/verbs.ts'
import { messagetemplate } from './messagetemplate.ts'

export const messagetemplateCalls = verbs(messagetemplate)
