import { verbs } from '#domain/kit/verbs.ts'
import { organisationconfig } from './settings.ts'

export const organisationconfigCalls = verbs(organisationconfig)
