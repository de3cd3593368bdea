import type { Command } from './command.ts'
import { table } from './table.ts'

/** `routes`: what the service answers at which path, for whom. Asks no database. */
export const routesCommand: Command = {
  name: 'routes',
  summary: 'List every route of the newest versions, with its operation and the roles that suffice.',
  arguments: [],
  options: { all: { summary: 'Those of older versions, too.' } },
  async run({ options }) {
    const { apis } = await import('../resources/index.ts')
    const { everyVersion, operationsOf } = await import('../resource/versions.ts')
    const versions = everyVersion(apis).filter(({ isNewest }) => isNewest || options.all !== undefined)
    const routes = operationsOf(versions).map(({ api, group, operation, path }) => ({
      method: operation.method,
      path,
      api: api.name,
      group: group.name,
      operation: operation.kind,
      roles: operation.roles ?? group.roles,
      module: group.module ?? null,
    }))
    return { json: { routes }, text: table(routes, ['method', 'path', 'group', 'operation', 'roles', 'module']) }
  },
}
