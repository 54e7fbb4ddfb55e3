import type { InputOf } from '#domain/kit/call.ts'
import type { ReportRow } from '#domain/reports/report.ts'
import { isOnItsWay, type ReportFacts, reportCalls } from '#domain/reports/report-calls.ts'
import { send } from '#web/kit/session/send.ts'

const POLL_MS = 1000

interface Wait {
  signal: AbortSignal
  /** It takes longer, and is made meanwhile. */
  onWait?: () => void
}

interface ReadyReport {
  rows: ReportRow[]
  info: ReportFacts
}

/** A report; one that takes long is made by the server, and asked for until it is there. */
export async function askReport(
  asked: InputOf<typeof reportCalls.read>,
  { signal, onWait }: Wait,
): Promise<ReadyReport> {
  const { data, info } = await send(reportCalls.read, asked, { signal })
  if (!isOnItsWay(info)) return { rows: data ?? [], info }
  onWait?.()
  await pause(signal)
  const { anew: _, ...same } = asked
  return askReport({ ...same, job_id: info.job_id }, { signal })
}

/** Until it is time to ask again; over at once where nobody waits any more. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
