import { TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { appConfig, type Backend } from '#web/kit/session/app-config.ts'
import { readStored, storeBackend } from '#web/kit/session/storage.ts'

// Most installations have one backend, and nobody there loads a list to choose from.
const BackendSelect = lazy(async () => {
  const { BackendSelect } = await patientLoad(() => import('./backend-select.tsx'))
  return { default: BackendSelect }
})
const { backends } = appConfig
const options = backends.map(({ code, flag, name }) => ({ value: code, label: `${flag} ${name}` }))

/** Shown when more than one backend is configured; one elsewhere is opened at its own address. */
export function BackendChooser() {
  const [code, setCode] = useState(() => initial()?.code ?? null)
  useEffect(() => {
    const backend = backends.find((candidate) => candidate.code === code)
    if (backend) storeBackend(backend)
  }, [code])
  if (backends.length < 2) return null
  const chosen = options.find(({ value }) => value === code)?.label ?? ''
  return (
    <Suspense fallback={<TextInput label="Backend" mb="sm" value={chosen} readOnly />}>
      <BackendSelect
        options={options}
        code={code}
        onChoose={(value) => {
          const backend = backends.find((candidate) => candidate.code === value)
          if (!backend) return
          if (backend.base_url && new URL(backend.base_url).origin !== location.origin) {
            location.assign(new URL('/app/signin', backend.base_url).href)
          } else setCode(backend.code)
        }}
      />
    </Suspense>
  )
}

// Signing out forgets the choice; the host then picks it again.
function initial(): Backend | undefined {
  const stored = readStored('backend_code')
  return (
    backends.find((backend) => backend.code === stored) ??
    backends.find((backend) => backend.base_url && sameHost(backend.base_url)) ??
    backends[0]
  )
}

function sameHost(address: string): boolean {
  return URL.canParse(address) && new URL(address).host === location.host
}
