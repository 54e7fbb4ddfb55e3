import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { appConfig, type Backend } from '#web/kit/session/app-config.ts'
import { readStored, storeBackend } from '#web/kit/session/storage.ts'

const { backends } = appConfig

/** Shown when more than one backend is configured; one elsewhere is opened at its own address. */
export function BackendChooser() {
  const [code, setCode] = useState(() => initial()?.code ?? null)
  useEffect(() => {
    const backend = backends.find((candidate) => candidate.code === code)
    if (backend) storeBackend(backend)
  }, [code])
  if (backends.length < 2) return null
  return (
    <Select
      label="Backend"
      mb="sm"
      data={backends.map((backend) => ({
        value: backend.code,
        label: `${backend.flag} ${backend.name}`,
      }))}
      value={code}
      onChange={(value) => {
        const backend = backends.find((candidate) => candidate.code === value)
        if (!backend) return
        if (backend.base_url && new URL(backend.base_url).origin !== location.origin) {
          location.assign(new URL('/app/signin', backend.base_url).href)
        } else setCode(backend.code)
      }}
    />
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
