import '@fontsource-variable/inter/wght.css'
import './mantine.css'
import '@mantine/notifications/styles.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { isAnyUnsaved } from '#web/kit/form/unsaved.ts'
import { colourScheme } from '#web/kit/frame/colour-scheme.ts'
import { watchPrinting } from '#web/kit/frame/printing.ts'
import { cssVariables, theme } from '#web/kit/frame/theme.ts'
import { appConfig, nonce } from '#web/kit/session/app-config.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { keepSession } from '#web/kit/session/session.ts'
import { SessionWarning } from '#web/kit/session/session-warning.tsx'
import { SignInAgain } from '#web/kit/session/sign-in-again.tsx'
import { router } from './router.tsx'
import { leaveForSignOut } from './sign-out.ts'

// The Content-Security-Policy forbids code made from text, which Zod would try with the first schema
// that a screen brings along. Zod reads this when it comes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The Content-Security-Policy forbids styles without the nonce.
setNonce(nonce)
watchPrinting()

keepSession(() => {
  // A form in this tab keeps what was typed: its next call asks for the password in place.
  if (!isAnyUnsaved()) leaveForSignOut()
})

// Safari had no Temporal when we looked; the days of the business need it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the application.')
document.title = appConfig.title

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>
          <RouterProvider router={router} />
        </NuqsAdapter>
        <SessionWarning />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
