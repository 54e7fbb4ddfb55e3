import { readingimport } from '#domain/meters/readingimport.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { createImportRoute } from './create-import.ts'
import { importActionRoutes } from './import-routes.ts'
import { stagedRoutes } from './staged-routes.ts'

/** Every call about files of readings and the pool their rows wait in. */
export function readingImportRoutes(catalogue: Catalogue): Route[] {
  return [
    createImportRoute,
    ...resource(readingimport, catalogue, { without: ['create', 'update', 'restore'] }),
    ...importActionRoutes,
    ...stagedRoutes(catalogue),
  ]
}
