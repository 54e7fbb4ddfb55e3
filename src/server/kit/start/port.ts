import { createServer } from 'node:net'
import { refusal } from './refusal.ts'

interface Place {
  host: string
  port: number
}

/** Asked before anything is started: finding out at the end would waste everybody's time. */
export function refuseTakenPort(place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListen(error, place)))
    probe.listen(place.port, place.host, () => probe.close(() => resolve()))
  })
}

export function explainListen(error: Error, place: Place): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return refusal(
      `Port ${place.port} on ${place.host} is in use by another program.\n` +
        `Stop that one, or choose another port: PORT=${place.port + 1} npm start`,
    )
  }
  if (code === 'EACCES')
    return refusal(`Port ${place.port} may not be used: choose one above 1023.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return refusal(`HOST=${place.host} is not an address of this machine.`)
  }
  return error
}
