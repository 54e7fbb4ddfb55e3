import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDataFolder } from '#server/kit/start/data-folder.ts'
import { startDouble } from '../start-double.ts'

const program = new URL('./main.ts', import.meta.url)

/** What opens the demonstration's account there; it is on this machine alone. */
export const demoDebits = { token: 'sandbox_demo', webhook_secret: 'webhook_secret_demo' }

/** The day on which the demonstration's first authorities are given. */
export const FIRST_DAY = '2026-10-12'

/** The demonstration's provider of direct debits: a process beside the server, which ends with it. */
export async function startGocardless(dataDir: string | null) {
  const folder = dataDir === null ? null : join(dataDir, 'gocardless')
  if (dataDir !== null) ensureDataFolder(dataDir)
  const isNew = folder === null || !existsSync(join(folder, 'gocardless.json'))
  const { token, webhook_secret: secret } = demoDebits
  const { said, stop } = await startDouble(program, [
    ...['--token', token, '--secret', secret],
    ...(folder === null ? [] : ['--folder', folder]),
    ...(isNew ? ['--now', `${FIRST_DAY}T08:00`] : []),
  ])
  const url: string = said.url
  const control = async (what: string, body: object) => {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}/_double/${what}`, sent)
    if (!answer.ok) throw new Error(`The provider's double refuses ${what}: ${await answer.text()}`)
  }
  return {
    settings: { url, perSecond: 500, isDouble: true },
    control,
    /** Has something happen there that only a bank could bring about. */
    async simulate(name: string, resource: string, cause: string): Promise<void> {
      const headers = {
        authorization: `Bearer ${token}`,
        'gocardless-version': '2015-07-06',
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ data: { links: { resource }, cause } })
      const path = `/scenario_simulators/${name}/actions/run`
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`The double does not ${name}: ${await answer.text()}`)
    },
    /** Has it tell the server at this address what happens, from today on. */
    async listenAt(address: string, hook_key: string): Promise<void> {
      await control('webhooks', { url: `${address}/api/v1/webhooks/gocardless/${hook_key}` })
      if (isNew) await control('clock', { to: new Date().toISOString() })
    },
    stop,
  }
}

export type DemoProvider = Awaited<ReturnType<typeof startGocardless>>
