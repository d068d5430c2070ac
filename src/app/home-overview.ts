import type { EnginesAnswer } from '../api/get-engines.ts'
import type { SettingsAnswer } from '../api/get-settings.ts'
import { settingPaths } from '../domain/setting-paths.ts'
import type { Settings } from '../domain/settings.ts'
import type { Application } from './application.ts'
import { holdsLogin, isSecret } from './backup/settings-without-secrets.ts'
import { findModels } from './model-list.ts'
import { PACKAGE_ROOT } from './package-root.ts'

/** How the engines of the table answer, those that were never asked among them; and how pages were read. */
export function enginesOf({ research }: Application): EnginesAnswer {
  const { store, webSearch, sources } = research
  const health = new Map(store.engines.all().map((row) => [row.engine, row]))
  const names = new Set([...webSearch.engines, ...health.keys()])
  const routes = Map.groupBy(store.overview.routes(), ({ route }) => route)
  return {
    ok: true,
    engines: [...names].map((engine) => {
      const row = health.get(engine)
      return {
        engine,
        listed: webSearch.engines.includes(engine),
        state: row?.state ?? null,
        success_24h: row?.success_rate_24h ?? null,
        captcha: row?.captcha_rate ?? null,
        http_errors: row?.http_error_rate ?? null,
        median_ms: row?.median_latency_ms ?? null,
        weight: row?.weight ?? 1,
        ban_suspected: row?.ban_suspected ?? false,
        open_until: row?.open_until ?? null,
        last_used_at: row?.last_used_at ?? null,
      }
    }),
    sources: sources.map(({ name }) => name),
    routes: [...routes].map(([route, rows]) => ({
      route,
      outcomes: rows.map(({ outcome, attempts }) => ({ name: outcome, count: attempts })),
    })),
  }
}

/** Secrets are told as being set, never as what they are. */
export async function settingsOf({ settings, home }: Application): Promise<SettingsAnswer> {
  const models = await findModels(PACKAGE_ROOT, settings)
  return {
    ok: true,
    home: home.root,
    replay: settings.replay !== '',
    settings: settingPaths().map(({ path, environment, description, fallback }) => {
      const value = valueAt(settings, path)
      const hidden = (isSecret(path) && value !== '') || holdsLogin(value)
      return {
        path,
        value: hidden ? '(set)' : asText(value),
        changed: JSON.stringify(value) !== JSON.stringify(fallback),
        environment,
        about: description,
      }
    }),
    models: models.map(({ name, task, used_for: use, problem }) => ({
      use: use ?? 'unused',
      name: `${name} (${task})`,
      ready: problem === null,
      problem,
    })),
  }
}

function valueAt(settings: Settings, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
      settings,
    )
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
