import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#server/kit/start/s3-settings.ts'

export interface S3Server {
  settings: S3Settings
  /** Where the bytes of every object are; none of what the server keeps beside them. */
  objects(): string[]
  /** On the same port as before. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A server that speaks S3, with one bucket in a folder of this machine. */
export async function startS3(directory: string): Promise<S3Server> {
  let running: S3rver
  const server: S3Server = {
    settings: {
      endpoint: '',
      bucket: 'files',
      region: 'ap-southeast-2',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      isPathStyle: true,
    },
    objects: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .map((name) => join(directory, name))
        .filter((path) => path.endsWith('_object') && statSync(path).isFile()),
    start: async () => {
      const { endpoint, bucket } = server.settings
      const port = endpoint ? Number(new URL(endpoint).port) : 0
      const configureBuckets = [{ name: bucket }]
      const address = '127.0.0.1'
      running = new S3rver({ address, port, silent: true, directory, configureBuckets })
      server.settings.endpoint = `http://127.0.0.1:${(await running.run()).port}`
    },
    stop: () => running.close(),
  }
  await server.start()
  return server
}
