import { verbs } from '#domain/kit/verbs.ts'
import { messageblacklist } from './messageblacklist.ts'

export const messageblacklistCalls = verbs(messageblacklist)
