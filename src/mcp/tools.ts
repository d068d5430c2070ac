import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ToolHints, UseCase } from '../api/define-use-case.ts'
import { advertisedInput, advertisedOutput } from './advertised-schema.ts'
import { VIEW_OF_TOOL } from './apps/app-views.ts'
import type { OfferedTool } from './offer.ts'
import { answerToolCall } from './tool-call.ts'

/** A use case as a tool: its contract is what is listed, the one exit is what answers. */
export function offeredTool(useCase: UseCase): OfferedTool {
  const { name, title, description, tool } = useCase
  const view = VIEW_OF_TOOL.get(name)
  return {
    name,
    title,
    description,
    inputSchema: advertisedInput(useCase),
    outputSchema: advertisedOutput(useCase),
    annotations: listedHints(tool),
    ...(view === undefined ? {} : { view }),
    answer: (parts, args, { server, ctx }) => answerToolCall(parts, useCase, args, server, ctx),
  }
}

/**
 * The hints that say more than the protocol assumes: it takes a tool for one that writes, destroys and reaches out, and
 * asks of a reading one only whether it reaches out.
 */
function listedHints(hints: ToolHints | undefined): ToolAnnotations {
  if (hints === undefined) return {}
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints
  return {
    readOnlyHint,
    ...(readOnlyHint || destructiveHint ? {} : { destructiveHint }),
    ...(readOnlyHint || !idempotentHint ? {} : { idempotentHint }),
    ...(openWorldHint ? {} : { openWorldHint }),
  }
}
