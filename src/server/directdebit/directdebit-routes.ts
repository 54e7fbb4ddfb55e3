import { ddevent } from '#domain/directdebit/ddevent.ts'
import {
  collectCalls,
  directdebitCalls,
  gocardlessCalls,
} from '#domain/directdebit/directdebit-calls.ts'
import { mandate } from '#domain/directdebit/mandate.ts'
import { ddeventCalls, mandateCalls, payoutCalls } from '#domain/directdebit/mandate-calls.ts'
import { payout } from '#domain/directdebit/payout.ts'
import { publicDirectdebitCalls } from '#domain/directdebit/public-directdebit-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { beginMandate } from './begin-mandate.ts'
import { collect, collectMany } from './collect.ts'
import { connect, disconnect, showConnection } from './connect.ts'
import { endSeries } from './end-series.ts'
import { syncNow } from './fetch-events-job.ts'
import { resumeDebits } from './freeze.ts'
import { hearGocardless } from './hear-webhook.ts'
import { noteInvitationOpened, readInvitation, startAuthorisation } from './invitation.ts'
import { cancelMandate, reinstateMandate } from './mandate-actions.ts'
import { listInvitations, withdrawInvitation } from './open-invitations.ts'
import { showDetails, showEvidence, showOverview } from './overview.ts'

/** Collecting by direct debit. */
export function directDebitRoutes(catalogue: Catalogue): Route[] {
  const { get, list, search, csv } = verbHandlers(mandate, catalogue)
  const payouts = verbHandlers(payout, catalogue)
  const events = verbHandlers(ddevent, catalogue)
  return [
    ...serve(directdebitCalls, {
      state: { run: showConnection },
      overview: { run: showOverview },
      connect: { run: connect },
      disconnect: { write: disconnect },
      sync: { write: syncNow },
      invitations: { run: listInvitations },
      withdrawInvitation: { write: withdrawInvitation },
      resume: { write: resumeDebits },
    }),
    ...serve(mandateCalls, {
      get,
      list,
      search,
      csv,
      create: { run: beginMandate },
      cancel: { write: cancelMandate },
      reinstate: { write: reinstateMandate },
      details: { write: showDetails },
    }),
    ...serve(collectCalls, {
      collect: { write: collect },
      collectMany: { write: collectMany },
      endSeries: { write: endSeries },
      paymentEvidence: { run: showEvidence },
    }),
    ...serve(payoutCalls, {
      get: payouts.get,
      list: payouts.list,
      search: payouts.search,
      csv: payouts.csv,
    }),
    ...serve(ddeventCalls, {
      get: events.get,
      list: events.list,
      search: events.search,
      csv: events.csv,
    }),
    ...serve(publicDirectdebitCalls, {
      read: { run: readInvitation },
      opened: { run: noteInvitationOpened },
      start: { run: startAuthorisation },
    }),
    ...serve(gocardlessCalls, { hear: { run: hearGocardless } }),
  ]
}
