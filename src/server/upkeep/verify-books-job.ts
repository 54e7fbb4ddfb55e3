import { z } from 'zod'
import type { BooksVerification } from '#domain/invoices/ledger-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { proveChains } from '#server/books/chain/verify-chain.ts'
import { nightlyTime, verifyBooks } from '#server/invoices/verify-books.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import {
  activeOrganisations,
  eachOrganisation,
  everyOrganisation,
  PLATFORM,
  systemContext,
} from '#server/kit/jobs/system-context.ts'
import { chainFindings, nameOf } from './chain-findings.ts'
import { beginReport, finishReport } from './reports.ts'
import { tellOffice, tellPadmins } from './tell-broken-books.ts'

const NOWHERE = { organisation_id: null, user_id: null }
/** Each with its details on the report; more would only fill it. */
const MOST_FINDINGS = 50

/**
 * Every night, all of the books of everybody, and the chains of those who work here no more and of
 * the platform itself as well. What is found is told to whoever can see to it.
 */
export const verifyBooksJob = defineJob({
  name: 'verify-books',
  payload: z.strictObject({}),
  expireSeconds: 3600,
  retryLimit: 2,
  run: async (job) => {
    const begun = await job.database.write(NOWHERE, (conn) => beginReport(conn, 'books'))
    const findings: string[] = []
    try {
      const active = new Set(await activeOrganisations(job))
      const turn = async (id: number) => {
        const found = active.has(id) ? await booksOf(job, id) : await chainsOf(job, id)
        findings.push(...found.map((finding) => `${nameOf(id)}: ${finding}`))
      }
      await eachOrganisation(job, turn, [PLATFORM, ...(await everyOrganisation(job))])
    } catch (error) {
      findings.push(error instanceof Error ? error.message : String(error))
      throw error
    } finally {
      await close(job, begun, findings)
    }
  },
})

async function close(job: JobContext, report_id: number, findings: string[]): Promise<void> {
  const outcome = findings.length > 0 ? 'failed' : 'passed'
  const ended = job.signal.aborted ? 'interrupted' : outcome
  const told = findings.slice(0, MOST_FINDINGS)
  await job.database.write(NOWHERE, async (conn) => {
    await finishReport(conn, report_id, ended, { findings: told })
    if (ended === 'failed') await tellPadmins(job, conn, told)
  })
}

async function booksOf(job: JobContext, organisation_id: number): Promise<string[]> {
  const ctx = systemContext(job, organisation_id, 'verify-books')
  const answer = await verifyBooks(ctx, nightlyTime)
  await job.database.write(scopeOf(ctx), (conn) => tellOffice(ctx, conn, answer))
  return [...chainFindings(answer.chains), ...bookFindings(answer)]
}

async function chainsOf(job: JobContext, organisation_id: number): Promise<string[]> {
  return chainFindings(await proveChains(job.database, organisation_id, nightlyTime.chainsMs))
}

function bookFindings({ violations, invoices_wrong }: BooksVerification): string[] {
  const parked = new Set<number>()
  for (const { customer_id } of [...violations, ...invoices_wrong])
    if (customer_id !== null) parked.add(customer_id)
  const others = violations.filter(({ customer_id }) => customer_id === null)
  const findings = others.map(({ code, detail }) => `${code}: ${detail}`)
  if (parked.size > 0)
    findings.push(`${plural(parked.size, 'account')} of customers do not add up and are parked`)
  return findings
}
