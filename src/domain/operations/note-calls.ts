import { verbs } from '#domain/kit/verbs.ts'
import { note } from './note.ts'

export const noteCalls = verbs(note)
