import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import type { JudgedRecord, MailRecord } from './mail-records.ts'

/** The domain that an organisation's mail is from, and who signs it. */
export interface MailDomainAnswer {
  domain: string
  address: string
  signed_by: 'us' | 'relay'
  records: MailRecord[]
}

const policy = { from: 'admin' } as const
const input = z.object({})

export const maildomainCalls = {
  show: call({
    method: 'GET',
    path: '/maildomain',
    summary:
      'What has to stand in the names of the organisation’s domain, for its mail to be believed',
    policy,
    input,
    // Without a mailbox of its own there is no domain to speak of.
    answers: data<MailDomainAnswer | null>(),
  }),
  check: call({
    method: 'GET',
    path: '/maildomain/check',
    summary: 'The same, with what stands there at the moment',
    policy,
    input,
    answers: data<JudgedRecord[]>(),
  }),
}
