import type { DebitTrouble, DirectDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cancelDebitCall, debitCall } from './debit-calls.ts'
import { endSeriesCall } from './end-series.ts'
import type { KeptCall } from './make-call-job.ts'
import {
  cancelMandateCall,
  mandateCall,
  payerCall,
  reinstateCall,
} from './mandate-provider-calls.ts'
import type { CallKind } from './provider-call.ts'
import { refundCall } from './refund-call.ts'

/** What becomes of an answer, in the transaction that ends the call. */
export type AfterCall = (conn: Conn) => Promise<void>

/** How the provider is asked for one kind of thing. */
export interface CallKindRules {
  /** `later` where something else has to be known first, `withdrawn` where nobody wants it any more. */
  make(
    ctx: Context,
    call: KeptCall,
    provider: DirectDebit,
  ): Promise<AfterCall | 'later' | 'withdrawn'>
  /** The provider will not: said where people see it. */
  refused(ctx: Context, conn: Conn, call: KeptCall, why: DebitTrouble): Promise<void>
}

export const callKinds: Record<CallKind, CallKindRules> = {
  mandate: mandateCall,
  cancel_mandate: cancelMandateCall,
  reinstate: reinstateCall,
  debit: debitCall,
  cancel_debit: cancelDebitCall,
  end_series: endSeriesCall,
  refund: refundCall,
  payer: payerCall,
}
