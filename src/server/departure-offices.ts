import { noticeDepartures } from '#server/contracts/notice-departures.ts'
import { invoiceDepartures } from '#server/invoices/invoice-departures.ts'
import { makeLeaveJob } from '#server/messaging/departure/leave-job.ts'
import type { DepartureOffices } from '#server/messaging/departure/office.ts'
import { runDepartures } from '#server/runs/run-departures.ts'

/** Everything that leaves after a last look, from the modules that know what it is. */
export const departureOffices: DepartureOffices = {
  ...invoiceDepartures,
  ...noticeDepartures,
  ...runDepartures,
}

/** Lets what was held leave once its moment has come. */
export const leaveJob = makeLeaveJob(departureOffices)
