import { createContext, use } from 'react'
import type { DataRow } from './data-table.tsx'

/** The rows of the page that a cell stands on. */
export const PageRows = createContext<readonly DataRow[]>([])

/** What a cell says beside its own row is asked for once for the whole page. */
export const usePageRows = () => use(PageRows)
