import { contract } from '#domain/contracts/contract.ts'
import { deleted } from '#domain/kit/problem.ts'
import type { Route } from '#server/kit/http/route.ts'
import { removeRow } from '#server/kit/rows/change-row.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { contractActionRoutes } from './contract-action-routes.ts'
import { contractDocumentRoutes } from './contract-document-routes.ts'
import { customerListRoutes } from './customer-list-routes.ts'
import { publicContractRoutes } from './public-contract-routes.ts'
import { rateRoutes } from './rate-routes.ts'
import { buySide, sellSide } from './rate-side.ts'
import { rateUpdateRoutes } from './rate-update-routes.ts'
import { signatureRoutes } from './signature-routes.ts'
import { termsRoute, updateContract } from './update-contract.ts'
import { withdrawOffer } from './withdraw-documents.ts'

/** Every call about contracts, their rates and the customers they are with. */
export function contractRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(contract, catalogue, {
      update: updateContract(catalogue),
      remove: async (ctx, conn, input) => {
        await removeRow(ctx, conn, contract, input, catalogue)
        // Nobody accepts what is no longer offered.
        await withdrawOffer(ctx, conn, input.id)
        return { status: deleted, data: { id: input.id }, message: 'Contract deleted.' }
      },
      // Cancelled and ended contracts are restored by the same call as deleted ones.
      without: ['restore'],
    }),
    termsRoute,
    ...contractActionRoutes(catalogue),
    ...contractDocumentRoutes(catalogue),
    ...publicContractRoutes,
    ...signatureRoutes(catalogue),
    ...[sellSide, buySide].flatMap((side) => [
      ...rateRoutes(catalogue, side),
      ...rateUpdateRoutes(catalogue, side),
    ]),
    ...customerListRoutes(catalogue),
  ]
}
