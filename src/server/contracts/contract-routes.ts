import { contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { deleted } from '#domain/kit/problem.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { removeRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { acceptOnPaper } from './accept-contract.ts'
import { activateContract } from './activate-contract.ts'
import { ratesAdder } from './add-rate-update.ts'
import { cancelContract } from './cancel-contract.ts'
import { sendContract } from './contract-document.ts'
import { documentHandlers } from './contract-document-routes.ts'
import { customerListRoutes } from './customer-list-routes.ts'
import { duplicateContract } from './duplicate-contract.ts'
import { rateImportRoutes } from './import/rateimport-routes.ts'
import { lockContract } from './lock-contract.ts'
import { publicContractRoutes } from './public-contract-routes.ts'
import { rateRoutes } from './rate-routes.ts'
import { buySide, sellSide } from './rate-side.ts'
import { rateUpdateRoutes } from './rate-update-routes.ts'
import { restoreContract } from './restore-contract.ts'
import { signatureRoutes } from './signature-routes.ts'
import { undoLastUpdate } from './undo-rate-update.ts'
import { listTerms, updateContract } from './update-contract.ts'
import { withdrawOffer } from './withdraw-documents.ts'

/** Every call about contracts, their rates and the customers they are with. */
export function contractRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(contractCalls, {
      ...contractVerbs(catalogue),
      update: { write: updateContract(catalogue) },
      ...documentHandlers(catalogue),
      terms: { run: listTerms },
      cancel: { write: cancelContract },
      restore: { write: (ctx, conn, input) => restoreContract(ctx, conn, catalogue, input) },
      lock: { write: (ctx, conn, input) => lockContract(ctx, conn, input, true) },
      unlock: { write: (ctx, conn, input) => lockContract(ctx, conn, input, false) },
      activate: { write: activateContract },
      send: { write: (ctx, conn, { id, ...options }) => sendContract(ctx, conn, id, options) },
      accept: { write: acceptOnPaper },
      duplicate: { write: duplicateContract },
      addrateupdates: { write: ratesAdder(catalogue, sellSide) },
      addsupplierrateupdates: { write: ratesAdder(catalogue, buySide) },
      undo: { write: undoLastUpdate },
    }),
    ...publicContractRoutes,
    ...signatureRoutes(catalogue),
    ...rateRoutes(catalogue),
    ...rateUpdateRoutes(catalogue),
    ...rateImportRoutes(catalogue),
    ...customerListRoutes(catalogue),
  ]
}

function contractVerbs(catalogue: Catalogue) {
  return verbHandlers(contract, catalogue, {
    remove: async (ctx, conn, input) => {
      await removeRow(ctx, conn, contract, input, catalogue)
      // Nobody accepts what is no longer offered.
      await withdrawOffer(ctx, conn, input.id)
      return { status: deleted, data: { id: input.id }, message: 'Contract deleted.' }
    },
  })
}
