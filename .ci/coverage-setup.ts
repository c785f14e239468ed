/**
 * Lets c8 see what Vitest runs. Under `NODE_V8_COVERAGE` Node writes a process's coverage when it ends, but Vitest
 * ends its workers before that; and the sources in them were transformed in memory, so c8 has no source map for them.
 * Both are made up for here, after the tests of each file: the counts so far are written, and beside them, in the form
 * that Node uses itself, the source maps of the scripts that this process has compiled.
 *
 * The report calls line 1 of each file uncovered: there Vite puts getters for the exports, and a branch in each that is
 * taken only in circles of imports.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';
import { slimAll } from './coverage-slim.ts';

const coverageFolder = process.env.NODE_V8_COVERAGE;

if (coverageFolder !== undefined) {
  afterAll(async () => {
    takeCoverage();
    const report = { result: [], 'source-map-cache': await compiledSourceMaps() };
    writeFileSync(join(coverageFolder, `coverage-maps-${randomUUID()}.json`), JSON.stringify(report));
    slimAll(coverageFolder);
  });
}

interface CachedSourceMap {
  lineLengths: number[];
  data: unknown;
  url: null;
}

async function compiledSourceMaps(): Promise<Record<string, CachedSourceMap>> {
  const maps: Record<string, CachedSourceMap> = {};
  const session = new Session();
  session.connect();
  const scripts: { id: string; url: string; map: string }[] = [];
  session.on('Debugger.scriptParsed', ({ params }) => {
    scripts.push({ id: params.scriptId, url: params.url, map: params.sourceMapURL ?? '' });
  });
  await session.post('Debugger.enable');
  for (const script of scripts.filter(({ url, map }) => url.endsWith('.ts') && map.startsWith('data:'))) {
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.id });
    maps[fileUrl(script.url)] = {
      lineLengths: scriptSource.split('\n').map((line) => line.length),
      data: decoded(script.map),
      url: null,
    };
  }
  session.disconnect();
  return maps;
}

function fileUrl(pathOrUrl: string): string {
  return pathOrUrl.startsWith('file:') ? pathOrUrl : pathToFileURL(pathOrUrl).href;
}

function decoded(dataUrl: string): unknown {
  return JSON.parse(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64').toString('utf8'));
}
