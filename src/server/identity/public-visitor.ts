import type { Context } from '#server/kit/http/context.ts'

// Those that say so. Others are told apart by never staying for two seconds.
const ROBOT = /bot\b|crawl|spider|slurp|preview|prefetch|scanner|facebookexternalhit|curl|wget/i

export const isRobot = (ctx: Context) => ROBOT.test(ctx.request.userAgent)
