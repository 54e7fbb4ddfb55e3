import { randomSecret } from '#server/identity/digest.ts'
import { startDouble } from '../start-double.ts'
import type { PhonesAddress } from './reach-phones.ts'

const program = new URL('./main.ts', import.meta.url)

/** The demonstration's gateways: a process beside the server, which ends with it. */
export async function startDemoGateways() {
  const { said, stop } = await startDouble(program)
  const url = `http://127.0.0.1:${said.port}`
  const address: PhonesAddress = { url, secret: randomSecret() }
  return {
    address,
    /** Has what happens on phones told to the server, which is here. */
    async listenAt(origin: string): Promise<void> {
      const body = JSON.stringify({ origin })
      await fetch(`${url}/_double/hooks`, { method: 'POST', body })
    },
    stop,
  }
}
