import { QueryClient } from '@tanstack/react-query'
import { whenReachedAgain } from './connection.ts'

// The calls retry by the product's own rules, so the query library must not add its own.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

whenReachedAgain(() => void queryClient.invalidateQueries())
