/** Where in a value something is, written as an author would: `$.items[3].price`, `$["odd key"]`. */
export const rootPath = '$';

const identifier = /^[A-Za-z_$][\w$]*$/;

export function propertyPath(parent: string, key: string): string {
  return identifier.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}

export function indexPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}
