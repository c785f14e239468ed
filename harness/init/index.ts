export { githubJob } from './github-job.ts';
export { dependencyIn, type Extended, extendPackageJson } from './package-json.ts';
export { type PackageManager, packageManager } from './package-manager.ts';
export { type ProjectFile, projectFiles } from './project-files.ts';
