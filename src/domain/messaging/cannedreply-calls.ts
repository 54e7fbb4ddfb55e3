import { verbs } from '#domain/kit/verbs.ts'
import { cannedreply } from './cannedreply.ts'

export const cannedreplyCalls = verbs(cannedreply)
